<?php
/**
 * Stands in for the orders of WooCommerce, as far as the plug-in uses them.
 *
 * @package Cartwright
 */

// phpcs:disable

/** Meta data as on all objects of WooCommerce. */
trait Has_Meta {
	private array $meta = array();
	public function get_meta( string $name ): mixed {
		return $this->meta[ $name ] ?? '';
	}
	public function update_meta_data( string $name, mixed $value ): void {
		$this->meta[ $name ] = $value;
	}
	public function save_meta_data(): void {}
}

final class WC_Order_Item_Product {
	use Has_Meta;
	public function __construct( private readonly array $values ) {}
	public function get_name(): string {
		return $this->values['data']->get_name();
	}
	public function get_product_id(): int {
		return $this->values['product_id'];
	}
	public function get_quantity(): int {
		return $this->values['quantity'];
	}
	public function get_subtotal(): string {
		return (string) $this->values['line_total'];
	}
	public function get_total(): string {
		return (string) $this->values['line_total'];
	}
	public function get_total_tax(): string {
		return (string) $this->values['line_tax'];
	}
}

class WC_Order {
	use Has_Meta;
	public array $items  = array();
	public array $notes  = array();
	public float $total  = 0;
	public string $email = 'ida@example.com';
	private string $status = 'pending';
	private readonly DateTime $created;

	public function __construct( private readonly int $id ) {
		$this->created = new DateTime( '@' . Cartwright\time() );
	}
	public function get_id(): int {
		return $this->id;
	}
	public function get_type(): string {
		return 'shop_order';
	}
	public function get_order_number(): string {
		return "W{$this->id}";
	}
	public function get_currency(): string {
		return 'EUR';
	}
	public function get_date_created(): DateTime {
		return $this->created;
	}
	public function get_items(): array {
		return $this->items;
	}
	public function get_fees(): array {
		return array();
	}
	public function get_total(): string {
		return (string) $this->total;
	}
	public function get_total_tax(): string {
		return (string) array_sum( array_map( fn( $item ) => (float) $item->get_total_tax(), $this->items ) );
	}
	public function get_shipping_total(): string {
		return '0';
	}
	public function get_discount_total(): string {
		return '0';
	}
	public function get_prices_include_tax(): bool {
		return WooCommerce::$prices_include_tax;
	}
	public function get_customer_id(): int {
		return 0;
	}
	public function get_billing_email(): string {
		return $this->email;
	}
	public function get_customer_ip_address(): string {
		return '203.0.113.9';
	}
	public function get_coupon_codes(): array {
		return array();
	}
	public function get_refunds(): array {
		return array_values( array_filter( WooCommerce::$orders, fn( $one ) => $one instanceof WC_Order_Refund && $one->get_parent_id() === $this->id ) );
	}
	public function has_status( string|array $statuses ): bool {
		return in_array( $this->status, (array) $statuses, true );
	}
	public function get_status(): string {
		return $this->status;
	}
	public function update_status( string $status, string $note = '' ): void {
		$from         = $this->status;
		$this->status = $status;
		if ( '' !== $note ) {
			$this->add_order_note( $note );
		}
		if ( $from !== $status ) {
			do_action( 'woocommerce_order_status_changed', $this->id, $from, $status, $this );
		}
	}
	public function add_order_note( string $note ): void {
		$this->notes[] = $note;
	}
}

final class WC_Order_Refund extends WC_Order {
	public function __construct( int $id, private readonly int $parent, private readonly float $amount ) {
		parent::__construct( $id );
	}
	public function get_type(): string {
		return 'shop_order_refund';
	}
	public function get_parent_id(): int {
		return $this->parent;
	}
	public function get_amount(): string {
		return (string) $this->amount;
	}
}
function wc_get_order( int $id ): WC_Order|false {
	return WooCommerce::$orders[ $id ] ?? false;
}
