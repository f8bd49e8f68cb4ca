<?php
/**
 * Stands in for the part of WordPress that the plug-in uses. What it does not use is not there.
 *
 * @package Cartwright
 */

// phpcs:disable

define( 'ABSPATH', __DIR__ . '/' );
define( 'HOUR_IN_SECONDS', 3600 );
define( 'MINUTE_IN_SECONDS', 60 );
define( 'ARRAY_A', 'ARRAY_A' );

/** What a request forgets, and what WordPress stores. */
final class Stand_In {
	public static array $hooks   = array();
	public static array $done    = array();
	public static array $options = array();
	public static array $log     = array();
	public static array $scripts = array();
	public static array $shortcodes = array();
}

function add_filter( string $hook, callable $call, int $priority = 10, int $count = 1 ): void {
	Stand_In::$hooks[ $hook ][ $priority ][] = array( $call, $count );
}
function add_action( string $hook, callable $call, int $priority = 10, int $count = 1 ): void {
	add_filter( $hook, $call, $priority, $count );
}
function apply_filters( string $hook, mixed $value, mixed ...$more ): mixed {
	Stand_In::$done[ $hook ] = ( Stand_In::$done[ $hook ] ?? 0 ) + 1;
	$calls                   = Stand_In::$hooks[ $hook ] ?? array();
	ksort( $calls );
	foreach ( array_merge( ...array_values( $calls ) ) as list( $call, $count ) ) {
		$value = $call( ...array_slice( array( $value, ...$more ), 0, $count ) );
	}
	return $value;
}
function do_action( string $hook, mixed ...$facts ): void {
	Stand_In::$done[ $hook ] = ( Stand_In::$done[ $hook ] ?? 0 ) + 1;
	$calls                   = Stand_In::$hooks[ $hook ] ?? array();
	ksort( $calls );
	foreach ( array_merge( ...array_values( $calls ) ) as list( $call, $count ) ) {
		$call( ...array_slice( $facts, 0, $count ) );
	}
}
function did_action( string $hook ): int {
	return Stand_In::$done[ $hook ] ?? 0;
}

function get_option( string $name, mixed $otherwise = false ): mixed {
	return Stand_In::$options[ $name ] ?? $otherwise;
}
function update_option( string $name, mixed $value, bool $autoload = true ): void {
	Stand_In::$options[ $name ] = $value;
}
function delete_option( string $name ): void {
	unset( Stand_In::$options[ $name ] );
}

// WordPress has it where PHP has not.
if ( ! function_exists( 'mb_substr' ) ) {
	function mb_substr( string $text, int $from, int $count ): string {
		return implode( '', array_slice( preg_split( '//u', $text, -1, PREG_SPLIT_NO_EMPTY ), $from, $count ) );
	}
}

function __( string $text, string $domain ): string {
	'cartwright' === $domain || throw new LogicException( "The text “{$text}” has another domain." );
	return $text;
}
function esc_html( string $text ): string {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_attr( string $text ): string {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_url_raw( string $url ): string {
	return $url;
}
function wp_kses_post( string $html ): string {
	return $html;
}
function sanitize_text_field( string $text ): string {
	return trim( strip_tags( $text ) );
}
function wp_unslash( string $text ): string {
	return stripslashes( $text );
}
function untrailingslashit( string $text ): string {
	return rtrim( $text, '/' );
}
function wp_json_encode( mixed $value ): string {
	return json_encode( $value, JSON_THROW_ON_ERROR );
}
function is_email( string $text ): string|false {
	return filter_var( $text, FILTER_VALIDATE_EMAIL );
}
function wp_generate_uuid4(): string {
	return bin2hex( random_bytes( 16 ) );
}
function disabled( bool $is_so, bool $when, bool $prints ): string {
	return $is_so === $when ? ' disabled' : '';
}
function load_plugin_textdomain(): void {}
function wp_set_script_translations(): void {}
function register_block_type( string $folder, array $facts ): void {
	file_exists( "$folder/block.json" ) || throw new LogicException( "$folder has no block." );
}
function add_shortcode( string $name, callable $call ): void {
	Stand_In::$shortcodes[ $name ] = $call;
}
function has_block( string $name ): bool {
	return false;
}
function get_the_ID(): int|false {
	return false;
}
function plugins_url( string $path, string $file ): string {
	return "http://shop.test/$path";
}
function rest_url( string $path ): string {
	return "http://shop.test/wp-json/$path";
}
function wp_enqueue_script( string $name, string $url ): void {
	Stand_In::$scripts[ $name ] = $url;
}
function wp_add_inline_script(): void {}

final class WP_Error {
	public array $messages = array();
	public function __construct( string $code = '', string $message = '' ) {
		if ( '' !== $code ) {
			$this->add( $code, $message );
		}
	}
	public function add( string $code, string $message ): void {
		$this->messages[ $code ] = $message;
	}
	public function get_error_message(): string {
		return reset( $this->messages );
	}
}
function is_wp_error( mixed $thing ): bool {
	return $thing instanceof WP_Error;
}

function wp_remote_request( string $url, array $request ): array|WP_Error {
	$known = array( 'method', 'timeout', 'redirection', 'headers', 'body' );
	array_diff( array_keys( $request ), $known ) === array() || throw new LogicException( 'The request has unknown facts.' );
	$headers = array_map( fn( $name, $value ) => "$name: $value", array_keys( $request['headers'] ), $request['headers'] );
	$context = array(
		'method'          => $request['method'],
		'header'          => $headers,
		'content'         => $request['body'] ?? '',
		'timeout'         => $request['timeout'],
		'follow_location' => 0,
		'ignore_errors'   => true,
	);
	$body = @file_get_contents( $url, false, stream_context_create( array( 'http' => $context ) ) );
	if ( false === $body ) {
		return new WP_Error( 'http_request_failed', 'Connection refused' );
	}
	return array( 'status' => (int) explode( ' ', $http_response_header[0] )[1], 'body' => $body );
}
function wp_remote_retrieve_response_code( array $response ): int {
	return $response['status'];
}
function wp_remote_retrieve_body( array $response ): string {
	return $response['body'];
}

/** Knows the statements of the plug-in, word for word. */
final class Stand_In_Database {
	public string $prefix = 'wp_';
	public array $rows    = array();
	private bool $is_there = false;

	public function get_charset_collate(): string {
		return 'DEFAULT CHARSET=utf8mb4';
	}
	public function create( string $statement ): void {
		str_contains( $statement, 'CREATE TABLE wp_cartwright_tickets (' ) && str_contains( $statement, 'PRIMARY KEY  (id)' )
			|| throw new LogicException( "This table is not known: $statement" );
		$this->is_there = true;
	}
	public function prepare( string $statement, mixed ...$values ): array {
		preg_match_all( '/%[sd]/', $statement ) === count( $values ) || throw new LogicException( "The values do not fit: $statement" );
		$this->is_there || throw new LogicException( 'The table was not created.' );
		return array( $statement, $values );
	}
	public function query( array $prepared ): int {
		list( $statement, $values ) = $prepared;
		switch ( $statement ) {
			case 'INSERT IGNORE INTO wp_cartwright_tickets (id, holder, currency, expires_at, visitor, pieces) VALUES (%s, %s, %s, %d, %s, %s)':
				if ( isset( $this->rows[ $values[0] ] ) ) {
					return 0;
				}
				$names                    = array( 'id', 'holder', 'currency', 'expires_at', 'visitor', 'pieces' );
				$this->rows[ $values[0] ] = array_map( 'strval', array_combine( $names, $values ) + array( 'order_id' => 0 ) );
				return 1;
			case 'UPDATE wp_cartwright_tickets SET order_id = %d WHERE id = %s AND order_id = %d':
				if ( (int) ( $this->rows[ $values[1] ]['order_id'] ?? -1 ) !== $values[2] ) {
					return 0;
				}
				$this->rows[ $values[1] ]['order_id'] = (string) $values[0];
				return 1;
		}
		throw new LogicException( "This statement is not known: $statement" );
	}
	public function get_row( array $prepared, string $form ): ?array {
		list( $statement, $values ) = $prepared;
		'SELECT * FROM wp_cartwright_tickets WHERE id = %s' === $statement || throw new LogicException( "This statement is not known: $statement" );
		return $this->rows[ $values[0] ] ?? null;
	}
}
$GLOBALS['wpdb'] = new Stand_In_Database();
function dbDelta( string $statement ): void {
	$GLOBALS['wpdb']->create( $statement );
}

final class WP_REST_Request {
	public function get_method(): string {
		return 'POST';
	}
}
