<?php
/**
 * A call of Cartwright that failed.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** The status is 0 without a response. */
final class Service_Error extends \RuntimeException {

	/** An order may still be on its way while its refund is reported. */
	private const MOST_EARLY = 100;

	/**
	 * Keeps what Cartwright said.
	 *
	 * @param int    $status  The status of the response.
	 * @param string $message Cartwright's words.
	 * @param array  $errors  The fields that were rejected, each with a message.
	 */
	public function __construct( public readonly int $status, string $message, private readonly array $errors = array() ) {
		parent::__construct( $message );
	}

	/**
	 * Whether Cartwright has read the report and will never accept it.
	 *
	 * @param int $attempt How often it was sent before.
	 */
	public function is_final( int $attempt ): bool {
		$is_early = in_array( 'external_id', array_column( $this->errors, 'field' ), true );
		if ( 200 === $this->status ) {
			return ! $is_early || $attempt > self::MOST_EARLY;
		}
		return in_array( $this->status, array( 400, 413, 422 ), true );
	}
}
