<?php
/**
 * Offers in the cart.
 *
 * @package Cartwright
 */

namespace Cartwright;

use Automattic\WooCommerce\StoreApi\Exceptions\RouteException;

defined( 'ABSPATH' ) || exit;

/**
 * Adds the products of tickets to the cart and sets their prices. Each line has the mark `cartwright`: the ticket, which
 * of its pieces the line is, and whether it had the ticket's price when the cart was last calculated.
 */
final class Cart_Offers {

	public const MARK = 'cartwright';

	/**
	 * The shop's own prices of products that have a ticket's price in this request.
	 *
	 * @var \WeakMap<\WC_Product, string>
	 */
	private \WeakMap $list_prices;

	/**
	 * Takes what reads tickets and what keeps them.
	 *
	 * @param Ticket_Table  $tickets The tickets that were accepted.
	 * @param Ticket_Reader $reader  Verifies new ones.
	 */
	public function __construct( private readonly Ticket_Table $tickets, private readonly Ticket_Reader $reader ) {
		$this->list_prices = new \WeakMap();
	}

	/** Prices are set in the cart's own calculation, after those of other plug-ins. */
	public function listen(): void {
		add_action( 'woocommerce_cart_loaded_from_session', $this->set_prices( ... ), 100 );
		add_action( 'woocommerce_before_calculate_totals', $this->set_prices( ... ), 100 );
		add_action( 'woocommerce_blocks_loaded', $this->extend_store_api( ... ) );
		if ( did_action( 'woocommerce_blocks_loaded' ) ) {
			$this->extend_store_api();
		}
	}

	/** `POST /wc/store/v1/cart/extensions` accepts a ticket. WooCommerce has checked the nonce by then. */
	private function extend_store_api(): void {
		woocommerce_store_api_register_update_callback(
			array(
				'namespace' => 'cartwright',
				'callback'  => function ( $data ) {
					$this->accept_or_say_why( is_string( $data['ticket'] ?? null ) ? $data['ticket'] : '' );
				},
			)
		);
		// The Store API names a variation without its product.
		woocommerce_store_api_register_endpoint_data(
			array(
				'endpoint'        => 'cart',
				'namespace'       => 'cartwright',
				'data_callback'   => fn() => array( 'products' => self::products_in( WC()->cart ) ),
				'schema_callback' => fn() => array(
					'products' => array(
						'description' => __( 'IDs of the products in the cart.', 'cartwright' ),
						'type'        => 'array',
						'readonly'    => true,
					),
				),
				'schema_type'     => ARRAY_A,
			)
		);
	}

	/**
	 * The IDs of the products in a cart.
	 *
	 * @param \WC_Cart|null $cart The cart.
	 */
	private static function products_in( ?\WC_Cart $cart ): array {
		return null === $cart ? array() : array_values( array_unique( array_map( 'strval', array_column( $cart->get_cart(), 'product_id' ) ) ) );
	}

	/**
	 * Accepts a ticket, or tells the page why not.
	 *
	 * @param string $signed The ticket.
	 * @throws RouteException With a sentence for the shopper.
	 */
	private function accept_or_say_why( string $signed ): void {
		try {
			$this->accept( $signed, WC()->cart );
		} catch ( Refusal $refusal ) {
			wc_get_logger()->notice( "A ticket was refused: {$refusal->reason}.", array( 'source' => 'cartwright' ) );
			throw new RouteException( "cartwright_{$refusal->reason}", $refusal->getMessage(), 400 ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped
		} catch ( Service_Error $error ) {
			// Nobody knows whether the ticket is right while Cartwright is away.
			wc_get_logger()->warning( "A ticket could not be verified. {$error->getMessage()}", array( 'source' => 'cartwright' ) );
			throw new RouteException( 'cartwright_away', __( 'The offer cannot be verified at present. Try again in a minute.', 'cartwright' ), 503 ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped
		}
	}

	/**
	 * Adds all products of a ticket, or none. Those that the cart has already are not added again.
	 *
	 * @param string   $signed The ticket.
	 * @param \WC_Cart $cart   The shopper's cart.
	 * @throws Refusal If the ticket does not fit.
	 */
	private function accept( string $signed, \WC_Cart $cart ): void {
		$claims = $this->reader->read( $signed );
		if ( isset( $claims['order_id'] ) ) {
			throw new Refusal( 'wrong_order' );
		}
		if ( get_woocommerce_currency() !== $claims['currency'] ) {
			throw new Refusal( 'wrong_currency' );
		}
		$pieces = array_map( self::to_piece( ... ), $claims['lines'] );
		if ( ! $this->tickets->take( $claims, $pieces, self::holder() ) ) {
			throw new Refusal( 'taken' );
		}
		$present = self::lines_of( $cart, $claims['jti'] );
		$added   = array();
		foreach ( $pieces as $at => $piece ) {
			$key = isset( $present[ $at ] ) ? null : self::add( $cart, $piece, array( self::MARK => array( 'ticket' => $claims['jti'], 'piece' => $at ) ) ); // phpcs:ignore WordPress.Arrays.ArrayDeclarationSpacing
			if ( false === $key ) {
				array_map( array( $cart, 'remove_cart_item' ), $added );
				throw new Refusal( 'not_sold' );
			}
			if ( null !== $key ) {
				$added[] = $key;
			}
		}
		$cart->calculate_totals();
	}

	/**
	 * What a line of a ticket is in this shop.
	 *
	 * @param array $line A line of a verified ticket, whose price is that of all its pieces.
	 * @throws Refusal If the shop does not sell it.
	 */
	private static function to_piece( array $line ): array {
		$product = wc_get_product( (int) $line['product_id'] );
		$variant = (int) ( $line['variant_id'] ?? 0 );
		$chosen  = $product && $variant > 0 && $variant !== $product->get_id() ? wc_get_product( $variant ) : $product;
		$is_sold = $product && $chosen && $chosen->is_purchasable() && ! $chosen->is_type( 'variable' )
			&& ( $chosen === $product || $chosen->get_parent_id() === $product->get_id() );
		if ( ! $is_sold ) {
			throw new Refusal( 'not_sold' );
		}
		return array(
			'product'   => $product->get_id(),
			'variation' => $chosen === $product ? 0 : $chosen->get_id(),
			'quantity'  => $line['quantity'],
			'price'     => $line['price'],
		);
	}

	/**
	 * Adds one line, as long as WooCommerce and other plug-ins allow it.
	 *
	 * @param \WC_Cart $cart  The shopper's cart.
	 * @param array    $piece What is added.
	 * @param array    $mark  Whose price it has.
	 */
	private static function add( \WC_Cart $cart, array $piece, array $mark ): string|false {
		$attributes = $piece['variation'] > 0 ? wc_get_product_variation_attributes( $piece['variation'] ) : array();
		$is_allowed = apply_filters( 'woocommerce_add_to_cart_validation', true, $piece['product'], $piece['quantity'], $piece['variation'], $attributes ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals
		return $is_allowed ? $cart->add_to_cart( $piece['product'], $piece['quantity'], $piece['variation'], $attributes, $mark ) : false;
	}

	/**
	 * Sets the price of each line with a ticket, each time that the cart is calculated.
	 *
	 * @param \WC_Cart $cart The cart.
	 */
	private function set_prices( \WC_Cart $cart ): void {
		foreach ( $cart->get_cart() as $key => $item ) {
			if ( ! isset( $item[ self::MARK ] ) ) {
				continue;
			}
			$price   = $this->price_of( $cart, $item );
			$product = $item['data'];
			$list    = $this->list_prices[ $product ] ?? $product->get_price( 'edit' );
			if ( null !== $price || isset( $this->list_prices[ $product ] ) ) {
				$this->list_prices[ $product ] = $list;
				$product->set_price( $price ?? $list );
			}
			$cart->cart_contents[ $key ][ self::MARK ]['holds'] = null !== $price;
		}
	}

	/**
	 * The price of one unit, or null if the ticket does not hold: it has expired or is another cart's, or the cart does
	 * not have all its products, in its quantities.
	 *
	 * @param \WC_Cart $cart The cart.
	 * @param array    $item A line with a mark.
	 */
	private function price_of( \WC_Cart $cart, array $item ): ?float {
		$mark   = $item[ self::MARK ];
		$ticket = $this->tickets->held_by( self::holder(), $mark['ticket'] );
		if ( null === $ticket || $ticket['expires_at'] <= time() || get_woocommerce_currency() !== $ticket['currency'] ) {
			return null;
		}
		$lines = self::lines_of( $cart, $ticket['id'] );
		foreach ( $ticket['pieces'] as $at => $piece ) {
			$line = $lines[ $at ] ?? array();
			$fits = ( $line['product_id'] ?? 0 ) === $piece['product'] && $piece['variation'] === $line['variation_id'] && $piece['quantity'] === (int) $line['quantity'];
			if ( ! $fits ) {
				return null;
			}
		}
		$piece = $ticket['pieces'][ $mark['piece'] ];
		return $piece['price'] / $piece['quantity'];
	}

	/**
	 * The lines of a ticket by the piece that they are.
	 *
	 * @param \WC_Cart $cart   The cart.
	 * @param string   $ticket The ID of the ticket.
	 */
	private static function lines_of( \WC_Cart $cart, string $ticket ): array {
		$lines = array();
		foreach ( $cart->get_cart() as $item ) {
			if ( ( $item[ self::MARK ]['ticket'] ?? null ) === $ticket ) {
				$lines[ $item[ self::MARK ]['piece'] ] = $item;
			}
		}
		return $lines;
	}

	/** Names this shopper's cart. It is in the session, which stays the same when the shopper signs in. */
	public static function holder(): string {
		$session = WC()->session;
		$holder  = $session?->get( 'cartwright_holder' );
		if ( ! is_string( $holder ) ) {
			$holder = wp_generate_uuid4();
			$session?->set( 'cartwright_holder', $holder );
		}
		return $holder;
	}
}
