<?php
/**
 * What Cartwright is told of an order.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** Reports of an order for both services. Their IDs are made from those of WooCommerce, so that what is told twice counts once. */
final class Order_Facts {

	/**
	 * Amounts of the order's currency.
	 *
	 * @var Money
	 */
	private readonly Money $money;

	/**
	 * Remembers the order.
	 *
	 * @param \WC_Order $order The order.
	 */
	public function __construct( private readonly \WC_Order $order ) {
		$this->money = new Money( $order->get_currency() );
	}

	/** The event of a placed order, with its tickets. */
	public function placed_event(): array {
		$total = fn( \WC_Order_Item_Product $item ) => (float) $item->get_total() + ( $this->order->get_prices_include_tax() ? (float) $item->get_total_tax() : 0 );
		$event = array(
			'id'         => "woocommerce:placed:{$this->order->get_id()}",
			'type'       => 'order.placed',
			...$this->ids(),
			'total'      => $this->money->major( $this->order->get_total() ),
			'currency'   => $this->order->get_currency(),
			'line_items' => array_map(
				fn( $item ) => array(
					...self::item( $item ),
					'unit_price' => $this->money->major( $total( $item ) / $item->get_quantity() ),
				),
				$this->lines()
			),
			'tickets'    => array(),
		);
		// As the shop shows its prices, of which the ticket's is one.
		foreach ( Checkout::tickets_of( $this->order ) as $id => $items ) {
			$event['tickets'][] = array(
				'id'      => $id,
				'charged' => $this->money->major( array_sum( array_map( $total, $items ) ) ),
			);
		}
		$visitor = (string) $this->order->get_meta( '_' . Checkout::VISITOR );
		return '' === $visitor ? $event : array(
			...$event,
			'visitor_id' => $visitor,
		);
	}

	/** The same for the affiliate service. */
	public function placed_sale(): array {
		$order = $this->order;
		$email = (string) $order->get_billing_email();
		$ip    = (string) $order->get_customer_ip_address();
		$click = (string) $order->get_meta( '_' . Checkout::CLICK );
		return array(
			'type'         => 'order.placed',
			...$this->sums(),
			'currency'     => $order->get_currency(),
			'order_number' => $order->get_order_number(),
			...( $order->get_customer_id() > 0 ? array( 'customer_id' => (string) $order->get_customer_id() ) : array() ),
			...( is_email( $email ) ? array( 'customer_email' => $email ) : array() ),
			...( false !== filter_var( $ip, FILTER_VALIDATE_IP ) ? array( 'ip' => $ip ) : array() ),
			...( '' !== $click ? array( 'click_id' => $click ) : array() ),
			'coupon_codes' => array_slice( $order->get_coupon_codes(), 0, 20 ),
		);
	}

	/**
	 * A cancelled order is processed after all.
	 *
	 * @param int $at When.
	 */
	public function reopened_sale( int $at ): array {
		return array(
			'type'        => 'order.updated',
			...$this->sums(),
			'occurred_at' => self::time( $at ),
			'cancelled'   => false,
			'refunds'     => array_map( $this->refund_parts( ... ), $this->order->get_refunds() ),
		);
	}

	/**
	 * A cancellation, or the end of one, for the checkout service.
	 *
	 * @param string $kind `cancelled` or `reopened`.
	 * @param int    $at   When.
	 */
	public function turn_event( string $kind, int $at ): array {
		return array(
			'id'          => "woocommerce:$kind:{$this->order->get_id()}:$at",
			'type'        => "order.$kind",
			...$this->ids(),
			'occurred_at' => self::time( $at ),
		);
	}

	/**
	 * The cancellation of an order that the shop has deleted.
	 *
	 * @param int $id The ID of the order.
	 * @param int $at When.
	 */
	public static function deleted_event( int $id, int $at ): array {
		return array(
			'id'                => "woocommerce:cancelled:$id:$at",
			'type'              => 'order.cancelled',
			'occurred_at'       => self::time( $at ),
			'order_id'          => (string) $id,
			'platform_order_id' => (string) $id,
		);
	}

	/**
	 * A cancellation for the affiliate service.
	 *
	 * @param int $id The ID of the order.
	 * @param int $at When.
	 */
	public static function cancelled_sale( int $id, int $at ): array {
		return array(
			'type'        => 'order.cancelled',
			'external_id' => (string) $id,
			'occurred_at' => self::time( $at ),
		);
	}

	/**
	 * A refund for the checkout service.
	 *
	 * @param \WC_Order_Refund $refund The refund.
	 */
	public function refund_event( \WC_Order_Refund $refund ): array {
		return array(
			'id'          => "woocommerce:refund:{$refund->get_id()}",
			'type'        => 'order.refunded',
			'occurred_at' => self::time( (int) $refund->get_date_created()?->getTimestamp() ),
			'order_id'    => (string) $this->order->get_id(),
			'amount'      => $this->money->major( $refund->get_amount() ),
		);
	}

	/**
	 * The same for the affiliate service.
	 *
	 * @param \WC_Order_Refund $refund The refund.
	 */
	public function refund_sale( \WC_Order_Refund $refund ): array {
		return array(
			'type'        => 'order.refunded',
			'external_id' => (string) $this->order->get_id(),
			...$this->refund_parts( $refund ),
		);
	}

	/**
	 * What was paid back. Without lines, it is spread over the whole order.
	 *
	 * @param \WC_Order_Refund $refund The refund.
	 */
	private function refund_parts( \WC_Order_Refund $refund ): array {
		$amount   = $this->money->minor( $refund->get_amount() );
		$tax      = max( 0, -$this->money->minor( $refund->get_total_tax() ) );
		$shipping = max( 0, -$this->money->minor( $refund->get_shipping_total() ) );
		$goods    = array_sum( array_map( fn( $item ) => -$this->money->minor( $item->get_total() ), array_values( $refund->get_items() ) ) );
		$parts    = array(
			'goods'    => (int) min( $goods, $amount - $tax - $shipping ),
			'tax'      => $tax,
			'shipping' => $shipping,
		);
		return array(
			'refund_id'   => (string) $refund->get_id(),
			'occurred_at' => self::time( (int) $refund->get_date_created()?->getTimestamp() ),
			'amount'      => $amount,
			...( min( $parts ) >= 0 && max( $parts ) > 0 ? $parts : array() ),
		);
	}

	/** The IDs by which both services know the order, and when it was placed. */
	private function ids(): array {
		$id = (string) $this->order->get_id();
		return array(
			'occurred_at'       => self::time( (int) $this->order->get_date_created()?->getTimestamp() ),
			'order_id'          => $id,
			'platform_order_id' => $this->order->get_order_number(),
			...( $this->order->get_customer_id() > 0 ? array( 'customer_id' => (string) $this->order->get_customer_id() ) : array() ),
		);
	}

	/** Of what the total is made. Fees count as shipping, and those below 0 as a discount. */
	private function sums(): array {
		$order    = $this->order;
		$fees     = array_map( fn( $fee ) => $this->money->minor( $fee->get_total() ), array_values( $order->get_fees() ) );
		$total    = $this->money->minor( $order->get_total() );
		$tax      = $this->money->minor( $order->get_total_tax() );
		$shipping = $this->money->minor( $order->get_shipping_total() ) + array_sum( array_filter( $fees, fn( $fee ) => $fee > 0 ) );
		$discount = $this->money->minor( $order->get_discount_total() ) - array_sum( array_filter( $fees, fn( $fee ) => $fee < 0 ) );
		return array(
			'external_id' => (string) $order->get_id(),
			'occurred_at' => $this->ids()['occurred_at'],
			'subtotal'    => $total - $tax - $shipping + $discount,
			'discount'    => $discount,
			'tax'         => $tax,
			'shipping'    => $shipping,
			'total'       => $total,
			'line_items'  => array_map(
				fn( $item ) => array(
					...self::item( $item ),
					'unit_price' => $this->money->minor( (float) $item->get_subtotal() / $item->get_quantity() ),
				),
				$this->lines()
			),
		);
	}

	/**
	 * The lines with products.
	 *
	 * @return \WC_Order_Item_Product[]
	 */
	private function lines(): array {
		return array_values( array_filter( $this->order->get_items(), fn( $item ) => $item->get_product_id() > 0 && $item->get_quantity() >= 1 ) );
	}

	/**
	 * A line as both services name it.
	 *
	 * @param \WC_Order_Item_Product $item The line.
	 */
	private static function item( \WC_Order_Item_Product $item ): array {
		return array(
			'product_id' => (string) $item->get_product_id(),
			'name'       => mb_substr( $item->get_name(), 0, 300 ),
			'quantity'   => (int) $item->get_quantity(),
		);
	}

	/**
	 * A time as both services read it.
	 *
	 * @param int $at Seconds since 1970.
	 */
	private static function time( int $at ): string {
		return gmdate( 'Y-m-d\TH:i:s\Z', $at );
	}
}
