<?php
/**
 * A shop on the command line: reads a request in each line of its input, as JSON, and responds with a line. Each request
 * loads the plug-in again, as a web server does.
 *
 * @package Cartwright
 */

// phpcs:disable

use Automattic\WooCommerce\StoreApi\Exceptions\RouteException;

set_error_handler( fn( $level, $message, $file, $line ) => ( error_reporting() & $level ) && throw new ErrorException( $message, 0, $level, $file, $line ) );

require __DIR__ . '/wordpress.php';
require __DIR__ . '/woocommerce.php';
require __DIR__ . '/orders.php';

Stand_In::$options['woocommerce_cartwright_settings'] = json_decode( getenv( 'CARTWRIGHT_SETTINGS' ), true );
require dirname( __DIR__ ) . '/cartwright.php';

final class Requests {
	/** Sessions by shopper. */
	private static array $sessions = array();

	public static function begin( string $shopper ): void {
		WC()->session = self::$sessions[ $shopper ] ??= new WC_Session();
		do_action( 'before_woocommerce_init' );
		do_action( 'plugins_loaded' );
		do_action( 'woocommerce_blocks_loaded' );
		do_action( 'init' );
		WC()->cart = new WC_Cart( WC()->session );
	}

	public static function accept( array $facts ): array {
		( WooCommerce::$extensions['cartwright'] )( array( 'ticket' => $facts['ticket'] ) );
		return self::cart();
	}

	public static function add( array $facts ): array {
		// What a shopper sends besides the product is for the plug-in to ignore.
		$_POST = $facts;
		WC()->cart->add_to_cart( $facts['product'], 1, $facts['variation'] ?? 0, array(), array() );
		return self::cart();
	}

	public static function quantity( array $facts ): array {
		foreach ( WC()->cart->get_cart() as $key => $item ) {
			if ( $item['product_id'] === $facts['product'] ) {
				WC()->cart->cart_contents[ $key ]['quantity'] = $facts['quantity'];
			}
		}
		return self::cart();
	}

	public static function remove( array $facts ): array {
		foreach ( WC()->cart->get_cart() as $key => $item ) {
			if ( $item['product_id'] === $facts['product'] ) {
				WC()->cart->remove_cart_item( $key );
			}
		}
		return self::cart();
	}

	public static function cart(): array {
		WC()->cart->calculate_totals();
		$shown = fn( $item ) => round( $item['line_total'] + ( WooCommerce::$prices_include_tax ? $item['line_tax'] : 0 ), 2 );
		$lines = array_map( fn( $item ) => array( 'product' => $item['product_id'], 'quantity' => $item['quantity'], 'price' => $shown( $item ) ), WC()->cart->get_cart() );
		return array( 'lines' => array_values( $lines ), 'total' => WC()->cart->get_total() );
	}

	/** Both checkouts, with the hooks in the sequence of WooCommerce. */
	public static function pay( array $facts ): array {
		$_COOKIE  = $facts['cookies'] ?? array();
		$cart     = WC()->cart;
		$is_block = 'blocks' === $facts['way'];
		$cart->calculate_totals();
		$order = new WC_Order( ++WooCommerce::$next_id );
		if ( ! $is_block ) {
			$errors = new WP_Error();
			do_action( 'woocommerce_after_checkout_validation', array(), $errors );
			if ( array() !== $errors->messages ) {
				throw new Exception( $errors->get_error_message() );
			}
			self::fill( $order, $cart );
			do_action( 'woocommerce_checkout_create_order', $order, array() );
			WooCommerce::$orders[ $order->get_id() ] = $order;
			do_action( 'woocommerce_new_order', $order->get_id(), $order );
			do_action( 'woocommerce_checkout_order_processed', $order->get_id(), array(), $order );
		} else {
			self::fill( $order, $cart );
			do_action( 'woocommerce_store_api_checkout_update_order_from_request', $order, new WP_REST_Request() );
			WooCommerce::$orders[ $order->get_id() ] = $order;
			do_action( 'woocommerce_new_order', $order->get_id(), $order );
			do_action( 'woocommerce_store_api_checkout_order_processed', $order );
		}
		if ( empty( $facts['fails'] ) ) {
			$order->update_status( 'processing' );
			$cart->empty_cart();
		} else {
			$order->update_status( 'failed' );
		}
		return array( 'id' => $order->get_id(), 'total' => $order->total );
	}

	private static function fill( WC_Order $order, WC_Cart $cart ): void {
		foreach ( $cart->get_cart() as $key => $values ) {
			$item = new WC_Order_Item_Product( $values );
			do_action( 'woocommerce_checkout_create_order_line_item', $item, $key, $values, $order );
			$order->items[] = $item;
		}
		$order->total = $cart->get_total();
	}

	public static function order( array $facts ): array {
		$order = wc_get_order( $facts['id'] );
		return array( 'status' => $order->get_status(), 'notes' => $order->notes, 'visitor' => $order->get_meta( '_cw_visitor' ), 'click' => $order->get_meta( '_cw_click' ) );
	}

	public static function status( array $facts ): array {
		wc_get_order( $facts['id'] )->update_status( $facts['status'] );
		return array();
	}

	public static function refund( array $facts ): array {
		$refund = new WC_Order_Refund( ++WooCommerce::$next_id, $facts['id'], $facts['amount'] );
		WooCommerce::$orders[ $refund->get_id() ] = $refund;
		do_action( 'woocommerce_order_refunded', $facts['id'], $refund->get_id() );
		return array( 'id' => $refund->get_id() );
	}

	public static function product( array $facts ): array {
		$id    = $facts['id'];
		$is_new = ! isset( WooCommerce::$products[ $id ] );
		WooCommerce::$products[ $id ] = array_diff_key( $facts, array( 'do' => 0 ) );
		$kind  = isset( $facts['parent'] ) ? 'product_variation' : 'product';
		do_action( ( $is_new ? 'woocommerce_new_' : 'woocommerce_update_' ) . $kind, $id );
		return array();
	}

	public static function remove_product( array $facts ): array {
		do_action( 'before_delete_post', $facts['id'] );
		unset( WooCommerce::$products[ $facts['id'] ] );
		return array();
	}

	/** Runs what is due. A killed action is not run to its end. */
	public static function run( array $facts ): array {
		WooCommerce::$ahead += $facts['ahead'] ?? 0;
		$count = 0;
		foreach ( WooCommerce::$actions as $key => $action ) {
			if ( $action['at'] <= Cartwright\time() ) {
				unset( WooCommerce::$actions[ $key ] );
				do_action( $action['hook'], ...$action['facts'] );
				++$count;
			}
		}
		return array( 'ran' => $count, 'left' => count( WooCommerce::$actions ), 'log' => array_splice( Stand_In::$log, 0 ) );
	}

	public static function clock( array $facts ): array {
		WooCommerce::$ahead = $facts['ahead'];
		return array();
	}

	public static function taxes( array $facts ): array {
		WooCommerce::$prices_include_tax = $facts['included'];
		return array();
	}

	/** Saves the settings page, if something was entered, and returns what it prints. */
	public static function settings( array $facts ): array {
		list( $class ) = apply_filters( 'woocommerce_integrations', array() );
		$page          = new $class();
		foreach ( $facts['entered'] ?? array() as $name => $value ) {
			$_POST[ "woocommerce_cartwright_$name" ] = $value;
		}
		if ( isset( $facts['entered'] ) ) {
			do_action( 'woocommerce_update_options_integration_cartwright' );
		}
		ob_start();
		$page->admin_options();
		return array( 'html' => ob_get_clean() );
	}

	public static function page(): array {
		do_action( 'wp_enqueue_scripts' );
		return array(
			'tag'   => apply_filters( 'script_loader_tag', '<script src="' . Stand_In::$scripts['cartwright'] . '"></script>', 'cartwright' ),
			'place' => ( Stand_In::$shortcodes['cartwright'] )( array( 'placement' => 'checkout' ) ),
		);
	}
}

list( $hooks ) = array( Stand_In::$hooks );
while ( false !== ( $line = fgets( STDIN ) ) ) {
	$facts = json_decode( $line, true, 512, JSON_THROW_ON_ERROR );
	list( Stand_In::$hooks, Stand_In::$done ) = array( $hooks, array() );
	try {
		Requests::begin( $facts['shopper'] ?? 'nobody' );
		$answer = Requests::{$facts['do']}( $facts );
		do_action( 'shutdown' );
	} catch ( RouteException $error ) {
		$answer = array( 'error' => $error->getMessage(), 'code' => $error->error_code, 'status' => $error->status );
	} catch ( ErrorException | LogicException $error ) {
		$answer = array( 'broken' => (string) $error );
	} catch ( Exception $error ) {
		$answer = array( 'error' => $error->getMessage() );
	} catch ( Error $error ) {
		$answer = array( 'broken' => (string) $error );
	}
	echo json_encode( $answer, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION ), "\n";
}
