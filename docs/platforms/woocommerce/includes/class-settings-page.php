<?php
/**
 * WooCommerce → Settings → Integration → Cartwright.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** WooCommerce checks the nonce and who may save. */
final class Settings_Page extends \WC_Integration {

	/** Names the page and its fields. */
	public function __construct() {
		$this->id                 = 'cartwright';
		$this->method_title       = __( 'Cartwright', 'cartwright' );
		$this->method_description = __( 'Charges the prices of accepted offers and bundles, and tells Cartwright of orders, refunds and products.', 'cartwright' );
		$this->form_fields        = self::fields();
		$this->init_settings();
		add_action( 'woocommerce_update_options_integration_cartwright', $this->save( ... ) );
	}

	/** What the merchant enters. */
	private static function fields(): array {
		return array(
			'url'           => array(
				'title'       => __( 'Address of Cartwright', 'cartwright' ),
				'type'        => 'url',
				'placeholder' => 'https://desk.example.com',
			),
			'store'         => array(
				'title'       => __( 'Store', 'cartwright' ),
				'type'        => 'text',
				'description' => __( 'The first word of the address after you sign in to Cartwright, as in /your-store/live.', 'cartwright' ),
			),
			'page_key'      => array(
				'title'       => __( 'Publishable key', 'cartwright' ),
				'type'        => 'text',
				'placeholder' => 'pub_…',
				'description' => __( 'In Cartwright: Settings → Your shop.', 'cartwright' ),
			),
			'key'           => array(
				'title'       => __( 'Secret key', 'cartwright' ),
				'type'        => 'secret',
				'description' => __( 'In Cartwright: Settings → API keys, with the purpose “Plug-in”. A key of the sandbox accepts tickets of the sandbox only, and a live key those of the live store.', 'cartwright' ),
			),
			'is_automatic'  => array(
				'title'       => __( 'Places', 'cartwright' ),
				'type'        => 'checkbox',
				'label'       => __( 'Show offers in the cart, at the checkout and on the thank-you page, and bundles on product pages', 'cartwright' ),
				'default'     => 'yes',
				'description' => __( 'Otherwise, offers are shown where you put the block “Cartwright offer” or the shortcode [cartwright placement="cart"].', 'cartwright' ),
			),
			'needs_consent' => array(
				'title'       => __( 'Consent', 'cartwright' ),
				'type'        => 'checkbox',
				'label'       => __( 'Store nothing in a browser before the shopper agrees', 'cartwright' ),
				'default'     => 'no',
				'description' => __( 'Your consent banner then calls cartwright.consent(true).', 'cartwright' ),
			),
		);
	}

	/**
	 * The field of the secret key, which is never printed.
	 *
	 * @param string $name  The name of the field.
	 * @param array  $field What it is called.
	 */
	public function generate_secret_html( $name, $field ): string {
		$id      = $this->get_field_key( $name );
		$in_file = defined( 'CARTWRIGHT_KEY' );
		$says    = match ( true ) {
			$in_file                              => __( 'Set as CARTWRIGHT_KEY in wp-config.php', 'cartwright' ),
			'' !== (string) $this->get_option( $name ) => __( 'Saved. Enter another key to replace it.', 'cartwright' ),
			default                               => '',
		};
		return sprintf(
			'<tr valign="top"><th scope="row" class="titledesc"><label for="%1$s">%2$s</label></th><td class="forminp"><input class="input-text regular-input" type="password" id="%1$s" name="%1$s" value="" placeholder="%3$s" autocomplete="new-password"%4$s />%5$s</td></tr>',
			esc_attr( $id ),
			esc_html( $field['title'] ),
			esc_attr( $says ),
			disabled( $in_file, true, false ),
			$this->get_description_html( $field + array( 'desc_tip' => false ) )
		);
	}

	/**
	 * An empty field keeps the key that is saved.
	 *
	 * @param string      $name  The name of the field.
	 * @param string|null $value What was entered.
	 */
	public function validate_secret_field( $name, $value ): string {
		$entered = sanitize_text_field( wp_unslash( (string) $value ) );
		return '' === $entered ? (string) $this->get_option( $name ) : $entered;
	}

	/**
	 * The address has neither a path of Cartwright's own pages nor a slash at its end.
	 *
	 * @param string      $name  The name of the field.
	 * @param string|null $value What was entered.
	 */
	public function validate_url_field( $name, $value ): string {
		return untrailingslashit( esc_url_raw( trim( (string) $value ), array( 'http', 'https' ) ) );
	}

	/** Saves, and then sends the products that the shop has. */
	private function save(): void {
		$this->process_admin_options();
		delete_option( Ticket_Reader::OPTION );
		if ( Settings::read()->is_complete() ) {
			( new Reports( new Service( Settings::read() ), new Products( new Service( Settings::read() ) ) ) )->tell( 'all', 1 );
		}
	}

	/** Prints whether it works above the fields. */
	public function admin_options() {
		$problem = $this->problem( Settings::read() );
		printf(
			'<div class="notice inline notice-%s"><p>%s</p></div>',
			null === $problem ? 'success' : 'warning',
			/* translators: 1: sandbox or live, 2: a currency. */
			esc_html( $problem ?? sprintf( __( 'Cartwright works. Mode: %1$s. Currency: %2$s.', 'cartwright' ), Settings::read()->mode(), get_woocommerce_currency() ) )
		);
		parent::admin_options();
	}

	/**
	 * Says what does not work, with calls that change nothing.
	 *
	 * @param Settings $settings What is entered.
	 */
	private function problem( Settings $settings ): ?string {
		if ( ! $settings->is_complete() ) {
			return __( 'Enter the address, the store and both keys. Until then, no offers are shown and nothing is reported.', 'cartwright' );
		}
		if ( Settings::mode_of( $settings->page_key ) !== $settings->mode() || ! str_starts_with( $settings->page_key, 'pub_' ) || str_starts_with( $settings->key, 'pub_' ) ) {
			return __( 'The two keys do not fit: one must be publishable (pub_…), the other one secret, and both of the same mode.', 'cartwright' );
		}
		$service = new Service( $settings );
		try {
			$offers = $service->call( 'GET', '/checkout/storefront/v1/offers' );
			self::try_empty( $service, 'PUT', '/checkout/v1/products' );
			self::try_empty( $service, 'POST', '/affiliate/storefront/v1/orders' );
			$service->call( 'GET', '/checkout/.well-known/jwks.json' );
		} catch ( Service_Error $error ) {
			return match ( $error->status ) {
				401     => __( 'Cartwright does not know the secret key.', 'cartwright' ),
				403     => __( 'The secret key may not do everything that the plug-in does. Create one with the purpose “Plug-in”.', 'cartwright' ),
				/* translators: %s: what went wrong. */
				default => sprintf( __( 'Cartwright cannot be reached. %s', 'cartwright' ), $error->getMessage() ),
			};
		}
		if ( get_woocommerce_currency() !== $offers['currency'] ) {
			/* translators: 1: a currency, 2: another currency. */
			return sprintf( __( 'The store in Cartwright is in %1$s and your shop in %2$s, so that no offer can be accepted.', 'cartwright' ), $offers['currency'], get_woocommerce_currency() );
		}
		return null;
	}

	/**
	 * Sends an empty list. Cartwright finds it invalid, unless the key may not send one at all.
	 *
	 * @param Service $service Cartwright.
	 * @param string  $method  The method.
	 * @param string  $path    Where lists are sent.
	 * @throws Service_Error If the key is wrong, or if Cartwright is away.
	 */
	private static function try_empty( Service $service, string $method, string $path ): void {
		try {
			$service->call( $method, $path, array( basename( $path ) => array() ) );
		} catch ( Service_Error $error ) {
			if ( 400 !== $error->status ) {
				throw $error;
			}
		}
	}
}
