<?php
/**
 * Calls of Cartwright.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** Cartwright's services, as the server of the shop calls them. */
final class Service {

	/**
	 * Remembers where Cartwright is.
	 *
	 * @param Settings $settings Its address and key.
	 */
	public function __construct( private readonly Settings $settings ) {}

	/**
	 * Makes one call and returns its response.
	 *
	 * @param string     $method  The method.
	 * @param string     $path    The path after `/services`.
	 * @param array|null $body    What is sent.
	 * @param int        $seconds The longest time to wait.
	 * @throws Service_Error If Cartwright does not do it.
	 */
	public function call( string $method, string $path, ?array $body = null, int $seconds = 5 ): array {
		$response = wp_remote_request(
			$this->settings->url . '/services' . $path,
			array(
				'method'      => $method,
				'timeout'     => $seconds,
				'redirection' => 0,
				'headers'     => array(
					'Authorization' => 'Bearer ' . $this->settings->key,
					'Content-Type'  => 'application/json',
				),
				'body'        => null === $body ? null : wp_json_encode( $body ),
			)
		);
		if ( is_wp_error( $response ) ) {
			throw new Service_Error( 0, "{$this->settings->url} could not be reached. " . $response->get_error_message() ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped
		}
		$status = (int) wp_remote_retrieve_response_code( $response );
		$answer = json_decode( wp_remote_retrieve_body( $response ), true );
		if ( $status >= 200 && $status < 300 && is_array( $answer ) ) {
			return $answer;
		}
		$error = is_array( $answer ) ? ( $answer['error'] ?? array() ) : array();
		// A page that answers in Cartwright's place has not read the report.
		$status = array() === $error && $status < 500 ? 502 : $status;
		throw new Service_Error( $status, $error['message'] ?? "{$this->settings->url} responded with status $status and nothing of Cartwright.", $error['details'] ?? array() ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped
	}

	/**
	 * Reports facts and returns what became of each.
	 *
	 * @param string $path  `/checkout/storefront/v1/events` or `/affiliate/storefront/v1/orders`.
	 * @param array  $facts Reports with IDs, so that a repeated one counts once.
	 * @throws Service_Error If a part is rejected, which a response with status 200 may say as well.
	 */
	public function report( string $path, array $facts ): array {
		$outcomes = $this->call( 'POST', $path, array( basename( $path ) => $facts ) )['data'] ?? array();
		foreach ( $outcomes as $outcome ) {
			if ( 'rejected' === $outcome['status'] ) {
				throw new Service_Error( 200, self::sentence( $outcome['errors'] ?? array() ), $outcome['errors'] ?? array() ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped
			}
		}
		return $outcomes;
	}

	/**
	 * What is wrong with a report.
	 *
	 * @param array $errors Fields with messages.
	 */
	public static function sentence( array $errors ): string {
		return implode( ' ', array_map( fn( array $error ) => "{$error['field']}: {$error['message']}", $errors ) );
	}
}
