<?php
/**
 * Notices what happens to orders.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** An order is told when it is placed, that is, paid or waiting for a transfer, and when it is over or placed again. */
final class Order_Watch {

	/** Of an order: what Cartwright was last told of it, `placed` or `cancelled`. */
	private const TOLD = '_cw_told';

	private const BEGUN = array( 'pending', 'checkout-draft', 'auto-draft', 'draft', 'new' );
	private const OVER  = array( 'cancelled', 'failed', 'trash' );

	/**
	 * Takes what tells.
	 *
	 * @param Reports $reports Tells it.
	 */
	public function __construct( private readonly Reports $reports ) {}

	/** Orders are in tables of their own or among the posts, and are moved to the trash differently. */
	public function listen(): void {
		add_action( 'woocommerce_new_order', fn( $id ) => $this->look( (int) $id ), 20 );
		add_action( 'woocommerce_order_status_changed', fn( $id ) => $this->look( (int) $id ), 20 );
		foreach ( array( 'woocommerce_trash_order', 'woocommerce_before_delete_order', 'wp_trash_post', 'before_delete_post' ) as $hook ) {
			add_action( $hook, fn( $id ) => $this->look( (int) $id, true ), 20 );
		}
		foreach ( array( 'woocommerce_untrash_order', 'untrashed_post' ) as $hook ) {
			add_action( $hook, fn( $id ) => $this->look( (int) $id ), 20 );
		}
		add_action( 'woocommerce_order_refunded', fn( $order_id, $refund_id ) => $this->reports->tell( 'refund', (int) $refund_id ), 20, 2 );
	}

	/**
	 * Tells of an order whose state is another one than Cartwright knows.
	 *
	 * @param int  $id      The ID of an order, or of something else.
	 * @param bool $is_gone Whether the order is about to be deleted.
	 */
	private function look( int $id, bool $is_gone = false ): void {
		$order = wc_get_order( $id );
		if ( ! $order instanceof \WC_Order || 'shop_order' !== $order->get_type() ) {
			return;
		}
		$told    = (string) $order->get_meta( self::TOLD );
		$is_over = $is_gone || $order->has_status( self::OVER );
		if ( ! $is_over && $order->has_status( self::BEGUN ) ) {
			return;
		}
		$kind = match ( true ) {
			$is_over          => 'placed' === $told ? 'cancelled' : null,
			'' === $told      => 'placed',
			'placed' !== $told => 'reopened',
			default           => null,
		};
		if ( null === $kind ) {
			return;
		}
		$order->update_meta_data( self::TOLD, $is_over ? 'cancelled' : 'placed' );
		$order->save_meta_data();
		$this->reports->tell( $kind, $id, time() );
	}
}
