<?php
/**
 * The script and the places for offers in the pages of the shop.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** Offers as block, shortcode and by themselves. All of them are a place that `assets/offers.js` fills. */
final class Pages {

	private const PLACEMENTS = array( 'cart', 'checkout', 'product', 'thank_you' );

	/**
	 * Takes the settings of the script.
	 *
	 * @param Settings $settings The settings.
	 */
	public function __construct( private readonly Settings $settings ) {}

	/** Pages with classic templates and pages with blocks. */
	public function listen(): void {
		add_action( 'init', $this->register( ... ) );
		add_action( 'wp_enqueue_scripts', $this->enqueue( ... ) );
		add_filter( 'script_loader_tag', $this->with_key( ... ), 10, 2 );
		add_action( 'woocommerce_thankyou', $this->print_order( ... ) );
		if ( ! $this->settings->is_automatic ) {
			return;
		}
		$hooks = array(
			'woocommerce_single_product_summary'       => 'product',
			// WooCommerce replaces what is above and below it when the cart changes.
			'woocommerce_before_cart_collaterals'      => 'cart',
			'woocommerce_checkout_before_order_review' => 'checkout',
			'woocommerce_thankyou'                     => 'thank_you',
		);
		foreach ( $hooks as $hook => $placement ) {
			add_action( $hook, fn() => $this->print_place( $placement ), 35 );
		}
		add_filter( 'render_block_woocommerce/cart', fn( $html ) => $html . $this->place( 'cart' ) );
		add_filter( 'render_block_woocommerce/checkout', fn( $html ) => $this->place( 'checkout' ) . $html );
	}

	/** `[cartwright placement="cart"]` and the block `cartwright/offers`. */
	private function register(): void {
		$place = fn( $chosen ) => $this->place( ( (array) $chosen )['placement'] ?? 'cart' );
		add_shortcode( 'cartwright', $place );
		register_block_type( dirname( __DIR__ ) . '/blocks/offers', array( 'render_callback' => $place ) );
		wp_set_script_translations( 'cartwright-offers-editor-script', 'cartwright' );
	}

	/** Cartwright's script comes from Cartwright, so that it is always the one that fits. */
	private function enqueue(): void {
		wp_enqueue_script( 'cartwright', "{$this->settings->url}/sdk/v1/cartwright.js", array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters.MissingVersion
		$has_blocks = has_block( 'woocommerce/cart' ) || has_block( 'woocommerce/checkout' );
		wp_enqueue_script( 'cartwright-offers', plugins_url( 'assets/offers.js', __DIR__ ), $has_blocks ? array( 'wc-blocks-checkout' ) : array(), VERSION, true );
		$page = array(
			'hasBlocks'   => $has_blocks,
			'cartUrl'     => esc_url_raw( rest_url( 'wc/store/v1/cart' ) ),
			'acceptUrl'   => esc_url_raw( rest_url( 'wc/store/v1/cart/extensions' ) ),
			'checkoutUrl' => esc_url_raw( wc_get_checkout_url() ),
		);
		wp_add_inline_script( 'cartwright-offers', 'window.cartwrightShop = ' . wp_json_encode( $page ) . ';', 'before' );
	}

	/**
	 * Gives the script its key.
	 *
	 * @param string $tag    The tag of a script.
	 * @param string $handle Which script it is.
	 */
	private function with_key( $tag, $handle ): string {
		if ( 'cartwright' !== $handle ) {
			return $tag;
		}
		$attributes = sprintf( ' async data-key="%s"', esc_attr( $this->settings->page_key ) );
		return str_replace( ' src=', $attributes . ( $this->settings->needs_consent ? ' data-consent="required"' : '' ) . ' src=', $tag );
	}

	/**
	 * Prints the place for an offer.
	 *
	 * @param string $placement Where it is.
	 */
	private function print_place( string $placement ): void {
		echo wp_kses_post( $this->place( $placement ) );
	}

	/**
	 * The place for an offer.
	 *
	 * @param string $placement Where it is.
	 */
	private function place( string $placement ): string {
		$known   = in_array( $placement, self::PLACEMENTS, true ) ? $placement : 'cart';
		$product = 'product' === $known ? (int) get_the_ID() : 0;
		$about   = $product > 0 ? sprintf( ' data-product="%d"', $product ) : '';
		return sprintf( '<div class="cartwright-offer" data-placement="%s"%s></div>', esc_attr( $known ), $about );
	}

	/**
	 * Tells the script of the order. WooCommerce shows this page only to the shopper who placed it.
	 *
	 * @param int $id The ID of the order.
	 */
	private function print_order( $id ): void {
		$order = wc_get_order( $id );
		if ( ! $order instanceof \WC_Order || $order->has_status( 'failed' ) ) {
			return;
		}
		$facts = array(
			'id'       => (string) $order->get_id(),
			'number'   => $order->get_order_number(),
			'total'    => ( new Money( $order->get_currency() ) )->major( $order->get_total() ),
			'currency' => $order->get_currency(),
			'customer' => $order->get_customer_id() > 0 ? (string) $order->get_customer_id() : null,
			'products' => array_values( array_unique( array_map( fn( $item ) => (string) $item->get_product_id(), $order->get_items() ) ) ),
		);
		printf( '<div class="cartwright-order" data-order="%s" hidden></div>', esc_attr( wp_json_encode( array_filter( $facts, fn( $fact ) => null !== $fact ) ) ) );
	}
}
