<?php
/**
 * The tickets that shoppers have accepted.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/**
 * What the tickets said that were verified, and whose they are. A ticket belongs to the first cart that takes it, and to
 * the order that this cart becomes.
 */
final class Ticket_Table {

	private const VERSION_OPTION = 'cartwright_version';

	/** Statuses of an order that nobody has to pay or deliver. */
	private const UNPLACED = array( 'pending', 'failed', 'cancelled', 'checkout-draft', 'auto-draft', 'trash' );

	/**
	 * Rows that were read in this request.
	 *
	 * @var array<string, ?array>
	 */
	private array $known = array();

	/** Creates the table, the first time that this version runs. */
	public static function create_once(): void {
		global $wpdb;
		if ( VERSION === get_option( self::VERSION_OPTION ) ) {
			return;
		}
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		$table = self::name();
		dbDelta(
			"CREATE TABLE $table (
				id varchar(64) NOT NULL,
				holder varchar(64) NOT NULL,
				order_id bigint(20) unsigned NOT NULL DEFAULT 0,
				currency char(3) NOT NULL,
				expires_at bigint(20) unsigned NOT NULL,
				visitor varchar(200) NOT NULL DEFAULT '',
				pieces longtext NOT NULL,
				PRIMARY KEY  (id)
			) {$wpdb->get_charset_collate()};"
		);
		update_option( self::VERSION_OPTION, VERSION );
	}

	/**
	 * Takes a ticket for a cart. Of several carts that take it at once, the primary key lets one have it.
	 *
	 * @param array  $claims What the verified ticket says.
	 * @param array  $pieces What is sold by it: `product`, `variation`, `quantity` and the `price` of all of them.
	 * @param string $holder Whose cart it is.
	 */
	public function take( array $claims, array $pieces, string $holder ): bool {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$wpdb->query(
			$wpdb->prepare(
				'INSERT IGNORE INTO ' . self::name() . ' (id, holder, currency, expires_at, visitor, pieces) VALUES (%s, %s, %s, %d, %s, %s)', // phpcs:ignore WordPress.DB.PreparedSQL
				$claims['jti'],
				$holder,
				$claims['currency'],
				$claims['exp'],
				$claims['visitor_id'] ?? '',
				wp_json_encode( $pieces )
			)
		);
		unset( $this->known[ $claims['jti'] ] );
		return null !== $this->held_by( $holder, $claims['jti'] );
	}

	/**
	 * The ticket, if the cart may still use it.
	 *
	 * @param string $holder Whose cart it is.
	 * @param string $id     The ID of the ticket.
	 */
	public function held_by( string $holder, string $id ): ?array {
		$ticket = $this->find( $id );
		if ( null === $ticket || $ticket['holder'] !== $holder || ! self::is_free( $ticket['order_id'] ) ) {
			return null;
		}
		return $ticket;
	}

	/**
	 * Gives a ticket to the order that its cart has become. An order that was begun before with the same ticket is
	 * cancelled, so that nobody can pay both.
	 *
	 * @param string    $holder Whose cart it is.
	 * @param string    $id     The ID of the ticket.
	 * @param \WC_Order $order  The order, which is not paid yet.
	 */
	public function give( string $holder, string $id, \WC_Order $order ): bool {
		global $wpdb;
		unset( $this->known[ $id ] );
		$ticket = $this->held_by( $holder, $id );
		if ( null === $ticket ) {
			return false;
		}
		$before = $ticket['order_id'];
		if ( $before === $order->get_id() ) {
			return true;
		}
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$changed = $wpdb->query(
			$wpdb->prepare(
				'UPDATE ' . self::name() . ' SET order_id = %d WHERE id = %s AND order_id = %d', // phpcs:ignore WordPress.DB.PreparedSQL
				$order->get_id(),
				$id,
				$before
			)
		);
		unset( $this->known[ $id ] );
		$begun = $before > 0 ? wc_get_order( $before ) : false;
		if ( 1 === $changed && $begun && $begun->has_status( array( 'pending', 'failed' ) ) ) {
			/* translators: %s: number of an order. */
			$begun->update_status( 'cancelled', sprintf( __( 'The shopper placed order %s with the same offer.', 'cartwright' ), $order->get_order_number() ) );
		}
		return 1 === $changed;
	}

	/**
	 * Reads a ticket once in each request.
	 *
	 * @param string $id The ID of the ticket.
	 */
	public function find( string $id ): ?array {
		global $wpdb;
		if ( ! array_key_exists( $id, $this->known ) ) {
			// phpcs:ignore WordPress.DB
			$row                = $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM ' . self::name() . ' WHERE id = %s', $id ), ARRAY_A );
			$this->known[ $id ] = null === $row ? null : array(
				...$row,
				'order_id'   => (int) $row['order_id'],
				'expires_at' => (int) $row['expires_at'],
				'pieces'     => json_decode( $row['pieces'], true ),
			);
		}
		return $this->known[ $id ];
	}

	/**
	 * Whether no placed order has the ticket.
	 *
	 * @param int $order_id The order that has it, or 0.
	 */
	private static function is_free( int $order_id ): bool {
		$order = $order_id > 0 ? wc_get_order( $order_id ) : false;
		return ! $order || $order->has_status( self::UNPLACED );
	}

	/** The name of the table. */
	private static function name(): string {
		global $wpdb;
		return "{$wpdb->prefix}cartwright_tickets";
	}
}
