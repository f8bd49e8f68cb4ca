<?php
/**
 * Amounts.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** Rounds to the digits of a currency, whatever the shop shows. The affiliate service counts in minor units. */
final class Money {

	/** Digits of ISO 4217 where they are not 2. */
	private const DIGITS = array(
		0 => 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
		3 => 'BHD IQD JOD KWD LYD OMR TND',
		4 => 'CLF UYW',
	);

	/**
	 * How many digits the currency has.
	 *
	 * @var int
	 */
	private readonly int $digits;

	/**
	 * Looks the currency up.
	 *
	 * @param string $currency Its code.
	 */
	public function __construct( string $currency ) {
		$digits = 2;
		foreach ( self::DIGITS as $count => $codes ) {
			$digits = str_contains( $codes, $currency ) ? $count : $digits;
		}
		$this->digits = $digits;
	}

	/**
	 * An amount of WooCommerce in whole minor units.
	 *
	 * @param mixed $amount The amount in major units.
	 */
	public function minor( $amount ): int {
		return (int) round( (float) $amount * 10 ** $this->digits );
	}

	/**
	 * An amount of WooCommerce without more decimals than the currency has.
	 *
	 * @param mixed $amount The amount in major units.
	 */
	public function major( $amount ): float {
		return round( (float) $amount, $this->digits );
	}
}
