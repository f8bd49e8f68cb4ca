<?php
/**
 * Plugin Name:          Cartwright for WooCommerce
 * Description:          Charges the prices of accepted Cartwright offers, and tells Cartwright of orders, refunds and products.
 * Version:              1.0.0
 * Requires at least:    6.1
 * Requires PHP:         8.1
 * Requires Plugins:     woocommerce
 * WC requires at least: 8.2
 * License:              MIT
 * Text Domain:          cartwright
 * Domain Path:          /languages
 *
 * @package Cartwright
 */

namespace Cartwright;

use Automattic\WooCommerce\Utilities\FeaturesUtil;

defined( 'ABSPATH' ) || exit;

const VERSION = '1.0.0';

foreach ( array( 'refusal', 'service-error', 'settings', 'service', 'ticket-reader', 'ticket-table', 'cart-offers', 'checkout', 'money', 'order-facts', 'products', 'reports', 'order-watch', 'pages' ) as $part ) {
	require_once __DIR__ . "/includes/class-$part.php";
}

add_action(
	'before_woocommerce_init',
	function () {
		foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
			FeaturesUtil::declare_compatibility( $feature, __FILE__, true );
		}
	}
);

/** Without its settings, the plug-in has a settings page and nothing else. */
add_action(
	'plugins_loaded',
	function () {
		if ( ! class_exists( 'WooCommerce' ) ) {
			return;
		}
		require_once __DIR__ . '/includes/class-settings-page.php';
		add_filter( 'woocommerce_integrations', fn( array $pages ) => array( ...$pages, Settings_Page::class ) );
		Ticket_Table::create_once();

		$settings = Settings::read();
		$service  = new Service( $settings );
		$products = new Products( $service );
		$reports  = new Reports( $service, $products );
		$reports->listen();
		if ( ! $settings->is_complete() ) {
			return;
		}
		$tickets = new Ticket_Table();
		$offers  = new Cart_Offers( $tickets, new Ticket_Reader( $service, $settings ) );
		$offers->listen();
		( new Checkout( $tickets ) )->listen();
		( new Order_Watch( $reports ) )->listen();
		$products->watch( $reports );
		( new Pages( $settings ) )->listen();
	}
);

add_action(
	'init',
	function () {
		load_plugin_textdomain( 'cartwright', false, basename( __DIR__ ) . '/languages' );
	}
);
