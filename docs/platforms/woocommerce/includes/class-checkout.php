<?php
/**
 * From the cart to the order.
 *
 * @package Cartwright
 */

namespace Cartwright;

use Automattic\WooCommerce\StoreApi\Exceptions\RouteException;

defined( 'ABSPATH' ) || exit;

/** Checks prices before an order is placed, and notes in the order where they come from. */
final class Checkout {

	/** Of a line: the ticket by which it was charged. */
	public const TICKET = '_cw_ticket';

	/** Of an order, as in Cartwright's cookies. */
	public const CLICK   = 'cw_click';
	public const VISITOR = 'cw_visitor';

	/**
	 * Remembers where tickets are kept.
	 *
	 * @param Ticket_Table $tickets The tickets that were accepted.
	 */
	public function __construct( private readonly Ticket_Table $tickets ) {}

	/** The classic checkout and that of the blocks, after each has calculated the cart. */
	public function listen(): void {
		add_action( 'woocommerce_after_checkout_validation', $this->check_classic( ... ), 10, 2 );
		add_action( 'woocommerce_store_api_checkout_update_order_from_request', $this->check_blocks( ... ), 10, 2 );
		add_action( 'woocommerce_checkout_create_order', $this->note_traces( ... ) );
		add_action( 'woocommerce_checkout_create_order_line_item', $this->note_ticket( ... ), 10, 3 );
		add_action( 'woocommerce_checkout_order_processed', fn( $id, $data, $order ) => $this->give_tickets( $order ), 10, 3 );
		add_action( 'woocommerce_store_api_checkout_order_processed', $this->give_tickets( ... ) );
	}

	/**
	 * Refuses the order once, so that the shopper sees the new total before they pay.
	 *
	 * @param array     $data   What the shopper has entered.
	 * @param \WP_Error $errors What is wrong with it.
	 */
	private function check_classic( $data, \WP_Error $errors ): void {
		if ( $this->drop_stale() ) {
			WC()->session->set( 'refresh_totals', true );
			$errors->add( 'cartwright_stale', ( new Refusal( 'stale' ) )->getMessage() );
		}
	}

	/**
	 * Does the same for the checkout of the blocks, to which status 409 gives the new cart.
	 *
	 * @param \WC_Order        $order   The draft of the order.
	 * @param \WP_REST_Request $request What the shopper has sent.
	 * @throws RouteException If a price no longer holds.
	 */
	private function check_blocks( \WC_Order $order, \WP_REST_Request $request ): void {
		if ( 'POST' === $request->get_method() && $this->drop_stale() ) {
			throw new RouteException( 'cartwright_stale', ( new Refusal( 'stale' ) )->getMessage(), 409 ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped
		}
		$this->note_traces( $order );
	}

	/** Takes the marks from lines without the price of their ticket. Returns whether there were any. */
	private function drop_stale(): bool {
		$cart  = WC()->cart;
		$stale = array_keys( array_filter( $cart->get_cart(), fn( array $item ) => isset( $item[ Cart_Offers::MARK ] ) && empty( $item[ Cart_Offers::MARK ]['holds'] ) ) );
		foreach ( $stale as $key ) {
			unset( $cart->cart_contents[ $key ][ Cart_Offers::MARK ] );
		}
		if ( array() !== $stale ) {
			$cart->calculate_totals();
		}
		return array() !== $stale;
	}

	/**
	 * Notes who brought the order.
	 *
	 * @param \WC_Order $order The order, which is saved afterwards.
	 */
	private function note_traces( \WC_Order $order ): void {
		foreach ( array( self::CLICK, self::VISITOR ) as $name ) {
			$value = isset( $_COOKIE[ $name ] ) ? sanitize_text_field( wp_unslash( $_COOKIE[ $name ] ) ) : '';
			if ( 1 === preg_match( '/^[\w-]{1,200}$/', $value ) ) {
				$order->update_meta_data( "_$name", $value );
			}
		}
	}

	/**
	 * Notes the ticket of a line that was charged by it.
	 *
	 * @param \WC_Order_Item_Product $item   The line of the order.
	 * @param string                 $key    The key of the line of the cart.
	 * @param array                  $values The line of the cart.
	 */
	private function note_ticket( \WC_Order_Item_Product $item, $key, array $values ): void {
		if ( ! empty( $values[ Cart_Offers::MARK ]['holds'] ) ) {
			$item->update_meta_data( self::TICKET, $values[ Cart_Offers::MARK ]['ticket'] );
		}
	}

	/**
	 * Gives the tickets to their order before it is paid.
	 *
	 * @param \WC_Order $order The order.
	 * @throws RouteException If another order has one of them.
	 */
	private function give_tickets( \WC_Order $order ): void {
		foreach ( array_keys( self::tickets_of( $order ) ) as $id ) {
			if ( ! $this->tickets->give( Cart_Offers::holder(), $id, $order ) ) {
				$order->update_status( 'cancelled', __( 'Its offer is in another order.', 'cartwright' ) );
				throw new RouteException( 'cartwright_taken', ( new Refusal( 'taken' ) )->getMessage(), 409 ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped
			}
		}
	}

	/**
	 * The lines of an order that were charged by tickets, by the ticket's ID.
	 *
	 * @param \WC_Order $order The order.
	 * @return array<string, \WC_Order_Item_Product[]>
	 */
	public static function tickets_of( \WC_Order $order ): array {
		$tickets = array();
		foreach ( $order->get_items() as $item ) {
			$id = (string) $item->get_meta( self::TICKET );
			if ( '' !== $id ) {
				$tickets[ $id ][] = $item;
			}
		}
		return $tickets;
	}
}
