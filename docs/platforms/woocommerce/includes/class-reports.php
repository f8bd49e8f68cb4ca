<?php
/**
 * Tells Cartwright what happens in the shop.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** Each report is an action of Action Scheduler, which is repeated until Cartwright has responded, so that no shopper waits. */
final class Reports {

	private const HOOK  = 'cartwright_report';
	private const GROUP = 'cartwright';

	private const EVENTS = '/checkout/storefront/v1/events';
	private const SALES  = '/affiliate/storefront/v1/orders';

	private const FIRST_PAUSE = 10;

	/**
	 * Takes what is told.
	 *
	 * @param Service  $service  Cartwright.
	 * @param Products $products The products of the shop.
	 */
	public function __construct( private readonly Service $service, private readonly Products $products ) {}

	/** Runs the actions. */
	public function listen(): void {
		add_action( self::HOOK, $this->run( ... ), 10, 4 );
	}

	/**
	 * Tells something as soon as Action Scheduler runs.
	 *
	 * @param string $kind What is told.
	 * @param int    $id   The ID of the order, refund or product, or a page of products.
	 * @param mixed  $more What will not be known later.
	 */
	public function tell( string $kind, int $id, $more = 0 ): void {
		as_enqueue_async_action( self::HOOK, array( $kind, $id, $more, 0 ), self::GROUP );
	}

	/**
	 * Runs one action. The next attempt is there before this one begins, as the process may be killed.
	 *
	 * @param string $kind    What is told.
	 * @param int    $id      Of what.
	 * @param mixed  $more    What was known at the time.
	 * @param int    $attempt How often it was tried before.
	 */
	private function run( string $kind, int $id, $more, int $attempt ): void {
		$next  = array( $kind, $id, $more, $attempt + 1 );
		$pause = min( self::FIRST_PAUSE * 2 ** min( $attempt, 10 ), HOUR_IN_SECONDS );
		as_schedule_single_action( time() + $pause, self::HOOK, $next, self::GROUP );
		try {
			$this->send( $kind, $id, $more );
		} catch ( Service_Error $error ) {
			if ( ! $error->is_final( $attempt ) ) {
				wc_get_logger()->warning( "Cartwright has not taken the report “{$kind}” of $id yet. {$error->getMessage()}", array( 'source' => 'cartwright' ) );
				return;
			}
			$this->note( $kind, $id, "The report “{$kind}” of $id was rejected. {$error->getMessage()}" );
		}
		as_unschedule_action( self::HOOK, $next, self::GROUP );
	}

	/**
	 * Sends one report.
	 *
	 * @param string $kind What is told.
	 * @param int    $id   Of what.
	 * @param mixed  $more What was known at the time.
	 */
	private function send( string $kind, int $id, $more ): void {
		match ( $kind ) {
			'placed', 'cancelled', 'reopened' => $this->send_order( $kind, $id, (int) $more ),
			'refund'  => $this->send_refund( $id ),
			'product' => $this->products->save( $id ),
			'deleted' => $this->products->withdraw( $id, (string) $more ),
			'all'     => $this->products->save_page( $id ) && $this->tell( 'all', $id + 1 ),
		};
	}

	/**
	 * Sends what happened to an order.
	 *
	 * @param string $kind What.
	 * @param int    $id   The ID of the order.
	 * @param int    $at   When.
	 */
	private function send_order( string $kind, int $id, int $at ): void {
		$order = wc_get_order( $id );
		if ( ! $order instanceof \WC_Order ) {
			if ( 'cancelled' === $kind ) {
				$this->service->report( self::EVENTS, array( Order_Facts::deleted_event( $id, $at ) ) );
				$this->service->report( self::SALES, array( Order_Facts::cancelled_sale( $id, $at ) ) );
			}
			return;
		}
		$facts = new Order_Facts( $order );
		$event = 'placed' === $kind ? $facts->placed_event() : $facts->turn_event( $kind, $at );
		$sale  = match ( $kind ) {
			'placed'    => $facts->placed_sale(),
			'cancelled' => Order_Facts::cancelled_sale( $id, $at ),
			'reopened'  => $facts->reopened_sale( $at ),
		};
		$this->report( $order, $event, $sale );
	}

	/**
	 * Sends a refund.
	 *
	 * @param int $id Its ID.
	 */
	private function send_refund( int $id ): void {
		$refund = wc_get_order( $id );
		$order  = $refund instanceof \WC_Order_Refund ? wc_get_order( $refund->get_parent_id() ) : false;
		if ( ! $order instanceof \WC_Order || (float) $refund->get_amount() <= 0 ) {
			return;
		}
		$facts = new Order_Facts( $order );
		$this->report( $order, $facts->refund_event( $refund ), $facts->refund_sale( $refund ) );
	}

	/**
	 * Tells both services. A ticket that Cartwright refuses is noted in the order.
	 *
	 * @param \WC_Order $order The order.
	 * @param array     $event For the checkout service.
	 * @param array     $sale  For the affiliate service.
	 */
	private function report( \WC_Order $order, array $event, array $sale ): void {
		list( $outcome ) = $this->service->report( self::EVENTS, array( $event ) );
		$this->service->report( self::SALES, array( $sale ) );
		foreach ( $outcome['tickets'] ?? array() as $ticket ) {
			if ( 'refused' === $ticket['status'] ) {
				$why = implode( ' ', array_column( $ticket['errors'] ?? array(), 'message' ) );
				$this->note( 'placed', $order->get_id(), "The ticket {$ticket['id']} was charged, but it is not redeemed. $why" );
			}
		}
	}

	/**
	 * Notes in the log, and in the order, what the merchant has to know.
	 *
	 * @param string $kind What was told.
	 * @param int    $id   Of what.
	 * @param string $what What became of it.
	 */
	private function note( string $kind, int $id, string $what ): void {
		wc_get_logger()->error( $what, array( 'source' => 'cartwright' ) );
		$order = in_array( $kind, array( 'placed', 'cancelled', 'reopened', 'refund' ), true ) ? wc_get_order( $id ) : false;
		$order = $order instanceof \WC_Order_Refund ? wc_get_order( $order->get_parent_id() ) : $order;
		if ( $order instanceof \WC_Order ) {
			$order->add_order_note( "Cartwright: $what" );
		}
	}
}
