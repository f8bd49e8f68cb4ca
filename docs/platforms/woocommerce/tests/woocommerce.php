<?php
/**
 * Stands in for the part of WooCommerce that the plug-in uses: products, the cart, settings and Action Scheduler.
 * Prices include 20 % tax, unless `prices_include_tax` is off.
 *
 * @package Cartwright
 */

// phpcs:disable

namespace Automattic\WooCommerce\Utilities {
	final class FeaturesUtil {
		public static function declare_compatibility( string $feature, string $file, bool $is_compatible ): void {}
	}
}

namespace Automattic\WooCommerce\StoreApi\Exceptions {
	final class RouteException extends \Exception {
		public function __construct( public readonly string $error_code, string $message, public readonly int $status ) {
			parent::__construct( $message );
		}
	}
}

namespace Cartwright {
	/** The clock of the shop, which tests put forward. */
	function time(): int {
		return \time() + \WooCommerce::$ahead;
	}
}

namespace {
	final class WooCommerce {
		public static int $ahead     = 0;
		public static array $orders  = array();
		public static array $products = array();
		public static array $actions = array();
		public static array $extensions = array();
		public static bool $prices_include_tax = true;
		public static int $next_id   = 1000;
		public ?WC_Session $session  = null;
		public ?WC_Cart $cart        = null;
	}
	function WC(): WooCommerce {
		static $shop = new WooCommerce();
		return $shop;
	}
	function get_woocommerce_currency(): string {
		return 'EUR';
	}
	function wc_get_checkout_url(): string {
		return 'http://shop.test/checkout/';
	}
	function wc_get_logger(): object {
		return new class() {
			public function __call( string $level, array $words ): void {
				'cartwright' === $words[1]['source'] || throw new LogicException( 'The log has another source.' );
				Stand_In::$log[] = "$level: $words[0]";
			}
		};
	}

	final class WC_Session {
		public array $data = array();
		public function get( string $name ): mixed {
			return $this->data[ $name ] ?? null;
		}
		public function set( string $name, mixed $value ): void {
			$this->data[ $name ] = $value;
		}
	}

	final class WC_Product {
		public function __construct( public array $facts ) {}
		public function get_id(): int {
			return $this->facts['id'];
		}
		public function get_name(): string {
			return $this->facts['title'];
		}
		public function get_slug(): string {
			return "product-{$this->facts['id']}";
		}
		public function get_status(): string {
			return $this->facts['status'] ?? 'publish';
		}
		public function get_price( string $context = 'view' ): string {
			return $this->facts['price'];
		}
		public function get_regular_price(): string {
			return $this->facts['regular'] ?? $this->facts['price'];
		}
		public function is_on_sale(): bool {
			return isset( $this->facts['regular'] );
		}
		public function set_price( string|float $price ): void {
			$this->facts['price'] = (string) $price;
		}
		public function is_purchasable(): bool {
			return 'publish' === $this->get_status() && '' !== $this->get_price();
		}
		public function is_type( string $type ): bool {
			return ( $this->facts['type'] ?? 'simple' ) === $type;
		}
		public function get_parent_id(): int {
			return $this->facts['parent'] ?? 0;
		}
		public function get_children(): array {
			return array_keys( array_filter( WooCommerce::$products, fn( $facts ) => ( $facts['parent'] ?? 0 ) === $this->get_id() ) );
		}
		public function get_variation_attributes(): array {
			return $this->facts['attributes'];
		}
		public function variation_is_active(): bool {
			return true;
		}
		public function is_in_stock(): bool {
			return true;
		}
		public function managing_stock(): bool {
			return isset( $this->facts['stock'] );
		}
		public function get_stock_quantity(): ?int {
			return $this->facts['stock'] ?? null;
		}
		public function get_permalink(): string {
			return "http://shop.test/?p={$this->facts['id']}";
		}
		public function get_image_id(): string {
			return '';
		}
	}
	function wc_tax_enabled(): bool {
		return true;
	}
	function wc_prices_include_tax(): bool {
		return WooCommerce::$prices_include_tax;
	}
	function get_the_terms( int $id, string $taxonomy ): array|false {
		$names = 'product_cat' === $taxonomy ? WooCommerce::$products[ $id ]['categories'] ?? array() : array();
		return array() === $names ? false : array_map( fn( string $name ) => (object) array( 'name' => $name ), $names );
	}
	function wp_list_pluck( array $list, string $field ): array {
		return array_column( $list, $field );
	}
	function wc_get_product( int $id ): WC_Product|false {
		return isset( WooCommerce::$products[ $id ] ) ? new WC_Product( WooCommerce::$products[ $id ] ) : false;
	}
	function wc_get_products( array $query ): array {
		$own = array_filter( WooCommerce::$products, fn( $facts ) => ! isset( $facts['parent'] ) );
		return array_map( 'wc_get_product', array_slice( array_keys( $own ), ( $query['page'] - 1 ) * $query['limit'], $query['limit'] ) );
	}
	function wc_get_product_variation_attributes( int $id ): array {
		return WooCommerce::$products[ $id ]['attributes'];
	}
	function wp_get_attachment_image_url( int $id, string $size ): string|false {
		return false;
	}
	function get_post_type( int $id ): string|false {
		$facts = WooCommerce::$products[ $id ] ?? null;
		return null === $facts ? false : ( isset( $facts['parent'] ) ? 'product_variation' : 'product' );
	}
	function wp_get_post_parent_id( int $id ): int {
		return WooCommerce::$products[ $id ]['parent'] ?? 0;
	}
	function get_the_title( int $id ): string {
		return WooCommerce::$products[ $id ]['title'];
	}

	final class WC_Cart {
		public array $cart_contents = array();
		private float $total        = 0;

		public function __construct( private readonly WC_Session $session ) {
			foreach ( $session->get( 'cart' ) ?? array() as $key => $item ) {
				$this->cart_contents[ $key ] = array( ...$item, 'data' => wc_get_product( $item['variation_id'] ?: $item['product_id'] ) );
			}
			do_action( 'woocommerce_cart_loaded_from_session', $this );
		}
		public function get_cart(): array {
			return $this->cart_contents;
		}
		public function add_to_cart( int $product, int $quantity, int $variation, array $attributes, array $more ): string|false {
			$data = wc_get_product( $variation ?: $product );
			if ( ! $data || ! $data->is_purchasable() || ( $data->get_stock_quantity() ?? $quantity ) < $quantity ) {
				return false;
			}
			$key = md5( serialize( array( $product, $variation, $attributes, $more ) ) );
			if ( isset( $this->cart_contents[ $key ] ) ) {
				$this->cart_contents[ $key ]['quantity'] += $quantity;
			} else {
				$this->cart_contents[ $key ] = array( ...$more, 'product_id' => $product, 'variation_id' => $variation, 'variation' => $attributes, 'quantity' => $quantity, 'data' => $data );
			}
			$this->calculate_totals();
			return $key;
		}
		public function remove_cart_item( string $key ): void {
			unset( $this->cart_contents[ $key ] );
			$this->calculate_totals();
		}
		public function calculate_totals(): void {
			do_action( 'woocommerce_before_calculate_totals', $this );
			$this->total = 0;
			foreach ( $this->cart_contents as $key => $item ) {
				$shown = round( (float) $item['data']->get_price() * $item['quantity'], 2 );
				$net   = WooCommerce::$prices_include_tax ? round( $shown / 1.2, 2 ) : $shown;
				$tax   = WooCommerce::$prices_include_tax ? $shown - $net : round( $net * 0.2, 2 );
				$this->cart_contents[ $key ] += array( 'line_total' => 0, 'line_tax' => 0 );
				$this->cart_contents[ $key ]['line_total'] = $net;
				$this->cart_contents[ $key ]['line_tax']   = round( $tax, 2 );
				$this->total                              += $net + $tax;
			}
			$stored = array_map( fn( $item ) => array_diff_key( $item, array( 'data' => 0 ) ), $this->cart_contents );
			$this->session->set( 'cart', $stored );
		}
		public function get_total(): float {
			return round( $this->total, 2 );
		}
		public function empty_cart(): void {
			$this->cart_contents = array();
			$this->calculate_totals();
		}
	}

	abstract class WC_Integration {
		public string $id = '';
		public string $method_title = '';
		public string $method_description = '';
		public array $form_fields = array();
		private array $settings = array();
		public function init_settings() {
			$this->settings = get_option( "woocommerce_{$this->id}_settings", array() );
		}
		public function get_option( string $name ): string {
			return $this->settings[ $name ] ?? '';
		}
		public function get_field_key( string $name ): string {
			return "woocommerce_{$this->id}_$name";
		}
		public function get_description_html( array $field ): string {
			return $field['description'];
		}
		public function process_admin_options() {
			foreach ( array_keys( $this->form_fields ) as $name ) {
				$entered                 = $_POST[ $this->get_field_key( $name ) ] ?? null;
				$check                   = array( $this, "validate_{$this->form_fields[ $name ]['type']}_field" );
				$this->settings[ $name ] = method_exists( ...$check ) ? $check( $name, $entered ) : (string) $entered;
			}
			update_option( "woocommerce_{$this->id}_settings", $this->settings );
		}
		public function admin_options() {
			foreach ( $this->form_fields as $name => $field ) {
				$html = array( $this, "generate_{$field['type']}_html" );
				echo method_exists( ...$html ) ? $html( $name, $field ) : '';
			}
		}
	}

	function woocommerce_store_api_register_update_callback( array $facts ): void {
		WooCommerce::$extensions[ $facts['namespace'] ] = $facts['callback'];
	}
	function woocommerce_store_api_register_endpoint_data( array $facts ): void {
		array_keys( $facts ) === array( 'endpoint', 'namespace', 'data_callback', 'schema_callback', 'schema_type' ) || throw new LogicException( 'The facts of the Store API are others.' );
	}

	function as_enqueue_async_action( string $hook, array $facts, string $group ): void {
		as_schedule_single_action( Cartwright\time(), $hook, $facts, $group );
	}
	function as_schedule_single_action( int $at, string $hook, array $facts, string $group ): void {
		// As Action Scheduler stores them.
		WooCommerce::$actions[] = array( 'at' => $at, 'hook' => $hook, 'facts' => json_decode( json_encode( $facts ), true ) );
	}
	function as_unschedule_action( string $hook, array $facts, string $group ): void {
		foreach ( WooCommerce::$actions as $key => $action ) {
			if ( $action['hook'] === $hook && $action['facts'] === $facts ) {
				unset( WooCommerce::$actions[ $key ] );
				return;
			}
		}
		throw new LogicException( 'There is no such action.' );
	}
}
