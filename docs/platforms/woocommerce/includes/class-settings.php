<?php
/**
 * What the merchant has entered.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** The settings as WooCommerce stores them. */
final class Settings {

	public const OPTION = 'woocommerce_cartwright_settings';

	/**
	 * All settings.
	 *
	 * @param string $url           Cartwright's address, without a slash at its end.
	 * @param string $store         The first word of the store's address in Cartwright.
	 * @param string $key           The secret key.
	 * @param string $page_key      The publishable key.
	 * @param bool   $needs_consent Whether nothing is stored in a browser before the shopper agrees.
	 * @param bool   $is_automatic  Whether offers are shown without a block or shortcode.
	 */
	private function __construct(
		public readonly string $url,
		public readonly string $store,
		public readonly string $key,
		public readonly string $page_key,
		public readonly bool $needs_consent,
		public readonly bool $is_automatic,
	) {}

	/** Reads them. A key in wp-config.php counts before the one in the database. */
	public static function read(): self {
		$saved = (array) get_option( self::OPTION, array() );
		$text  = fn( string $name ) => trim( (string) ( $saved[ $name ] ?? '' ) );
		return new self(
			untrailingslashit( $text( 'url' ) ),
			$text( 'store' ),
			defined( 'CARTWRIGHT_KEY' ) ? (string) CARTWRIGHT_KEY : $text( 'key' ),
			$text( 'page_key' ),
			'yes' === $text( 'needs_consent' ),
			'no' !== $text( 'is_automatic' ),
		);
	}

	/** Whether the plug-in can work. */
	public function is_complete(): bool {
		return '' !== $this->url && '' !== $this->store && '' !== $this->key && '' !== $this->page_key;
	}

	/** Of the secret key, whose tickets are the only ones that count. */
	public function mode(): string {
		return self::mode_of( $this->key );
	}

	/**
	 * The mode is part of each key.
	 *
	 * @param string $key A secret or publishable key.
	 */
	public static function mode_of( string $key ): string {
		return 1 === preg_match( '/^(pub_)?live_/', $key ) ? 'live' : 'sandbox';
	}
}
