<?php
/**
 * Tells real tickets from forged ones.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** A ticket is a JWS that Cartwright has signed with Ed25519. The keys are kept, so that seldom anybody waits for them. */
final class Ticket_Reader {

	public const OPTION = 'cartwright_ticket_keys';

	private const LONGEST = 8000;

	/**
	 * Remembers whose tickets count.
	 *
	 * @param Service  $service  Has the keys.
	 * @param Settings $settings The store and its mode.
	 */
	public function __construct( private readonly Service $service, private readonly Settings $settings ) {}

	/**
	 * Returns what a ticket says. Fails with a Service_Error if the keys are not known yet and Cartwright is away.
	 *
	 * @param string $signed The ticket.
	 * @throws Refusal If Cartwright did not sign it for this store and mode, or if it has expired.
	 */
	public function read( string $signed ): array {
		$parts = explode( '.', $signed );
		if ( strlen( $signed ) > self::LONGEST || 3 !== count( $parts ) ) {
			throw new Refusal( 'wrong_signature' );
		}
		list( $head, $body, $signature ) = array_map( self::decode( ... ), $parts );
		$header                          = json_decode( $head, true );
		$claims                          = json_decode( $body, true );
		// The algorithm is not for the ticket to choose.
		$is_ticket = 'EdDSA' === ( $header['alg'] ?? null ) && 'cartwright-ticket+jwt' === ( $header['typ'] ?? null )
			&& is_string( $header['kid'] ?? null ) && ! isset( $header['crit'] ) && SODIUM_CRYPTO_SIGN_BYTES === strlen( $signature );
		if ( ! $is_ticket || ! sodium_crypto_sign_verify_detached( $signature, "$parts[0].$parts[1]", $this->key( $header['kid'] ) ) ) {
			throw new Refusal( 'wrong_signature' );
		}
		if ( ( $claims['aud'] ?? null ) !== $this->settings->store || ( $claims['mode'] ?? null ) !== $this->settings->mode() ) {
			throw new Refusal( 'wrong_store' );
		}
		if ( ! is_int( $claims['exp'] ?? null ) || $claims['exp'] <= time() ) {
			throw new Refusal( 'expired' );
		}
		return $claims;
	}

	/**
	 * Decodes base64 without padding, as addresses have it.
	 *
	 * @param string $part A part of the ticket.
	 * @throws Refusal If it is something else.
	 */
	private static function decode( string $part ): string {
		try {
			return sodium_base642bin( $part, SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING );
		} catch ( \SodiumException ) {
			throw new Refusal( 'wrong_signature' );
		}
	}

	/**
	 * Returns the bytes of a public key. Tickets with unknown keys make the shop ask at most once a minute.
	 *
	 * @param string $id The ID of the key.
	 * @throws Refusal If Cartwright has no such key.
	 * @throws Service_Error If Cartwright is away.
	 */
	private function key( string $id ): string {
		$kept     = get_option( self::OPTION, array() );
		$kept     = ( $kept['url'] ?? '' ) === $this->settings->url ? $kept : array();
		$is_known = isset( $kept['keys'][ $id ] );
		$age      = time() - ( $kept['read_at'] ?? 0 );
		if ( $age > ( $is_known ? HOUR_IN_SECONDS : MINUTE_IN_SECONDS ) ) {
			try {
				$kept = $this->read_keys();
			} catch ( Service_Error $error ) {
				if ( ! $is_known ) {
					throw $error;
				}
			}
		}
		$key = self::decode( $kept['keys'][ $id ] ?? '' );
		return SODIUM_CRYPTO_SIGN_PUBLICKEYBYTES === strlen( $key ) ? $key : throw new Refusal( 'wrong_signature' );
	}

	/** Keys come from Cartwright's address alone, whatever the header of a ticket names. */
	private function read_keys(): array {
		$published  = $this->service->call( 'GET', '/checkout/.well-known/jwks.json' )['keys'] ?? array();
		$of_tickets = array_filter( $published, fn( array $key ) => 'Ed25519' === ( $key['crv'] ?? null ) );
		$kept       = array(
			'url'     => $this->settings->url,
			'read_at' => time(),
			'keys'    => array_column( $of_tickets, 'x', 'kid' ),
		);
		update_option( self::OPTION, $kept, false );
		return $kept;
	}
}
