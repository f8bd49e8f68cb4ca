<?php
/**
 * Why an offer is not taken.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** The message is for the shopper. */
final class Refusal extends \RuntimeException {

	/**
	 * Says in the shopper's language why an offer is not taken.
	 *
	 * @param string $reason One of those below.
	 */
	public function __construct( public readonly string $reason ) {
		$messages = array(
			'wrong_signature' => __( 'The offer could not be verified.', 'cartwright' ),
			'wrong_store'     => __( 'The offer is from another store.', 'cartwright' ),
			'expired'         => __( 'The offer has expired.', 'cartwright' ),
			'wrong_currency'  => __( 'The offer is in another currency.', 'cartwright' ),
			'wrong_order'     => __( 'The offer is for an order that is placed already.', 'cartwright' ),
			'not_sold'        => __( 'The shop does not sell the product of the offer at present.', 'cartwright' ),
			'taken'           => __( 'The offer is in another cart or order already.', 'cartwright' ),
			'stale'           => __( 'An offer in the cart has expired or was changed. Its products cost their full price again. Check the new total, and place the order again.', 'cartwright' ),
		);
		parent::__construct( $messages[ $reason ] );
	}
}
