<?php
/**
 * Removes what the plug-in has stored, except what belongs to orders.
 *
 * @package Cartwright
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

global $wpdb;

foreach ( array( 'woocommerce_cartwright_settings', 'cartwright_ticket_keys', 'cartwright_version' ) as $cartwright_option ) {
	delete_option( $cartwright_option );
}
// phpcs:ignore WordPress.DB.DirectDatabaseQuery
$wpdb->query( "DROP TABLE IF EXISTS {$wpdb->prefix}cartwright_tickets" );
if ( function_exists( 'as_unschedule_all_actions' ) ) {
	as_unschedule_all_actions( 'cartwright_report' );
}
