<?php
/**
 * The products of the shop, as Cartwright offers them.
 *
 * @package Cartwright
 */

namespace Cartwright;

defined( 'ABSPATH' ) || exit;

/** Saves products in Cartwright as they now are. Those that were deleted or withdrawn are not offered any more. */
final class Products {

	private const PAGE = 100;

	/** As many as Cartwright takes. */
	private const MOST_VARIANTS = 2048;

	/** As many as Cartwright takes. */
	private const MOST_CATEGORIES = 20;

	/**
	 * Products that this request has changed.
	 *
	 * @var array<int, true>
	 */
	private array $changed = array();

	/**
	 * Remembers where products are saved.
	 *
	 * @param Service $service Cartwright.
	 */
	public function __construct( private readonly Service $service ) {}

	/**
	 * Notices changes. They are told once, when the request has made all of them.
	 *
	 * @param Reports $reports Tells them.
	 */
	public function watch( Reports $reports ): void {
		foreach ( array( 'woocommerce_new_product', 'woocommerce_update_product', 'woocommerce_new_product_variation', 'woocommerce_update_product_variation', 'trashed_post', 'untrashed_post' ) as $hook ) {
			add_action( $hook, fn( $id ) => $this->note( (int) $id ) );
		}
		foreach ( array( 'woocommerce_product_set_stock', 'woocommerce_variation_set_stock' ) as $hook ) {
			add_action( $hook, fn( \WC_Product $product ) => $this->note( $product->get_id() ) );
		}
		add_action(
			'before_delete_post',
			function ( $id ) use ( $reports ) {
				if ( 'product' === get_post_type( $id ) ) {
					$reports->tell( 'deleted', (int) $id, get_the_title( $id ) );
				}
				$this->note( (int) $id );
			}
		);
		add_action(
			'shutdown',
			function () use ( $reports ) {
				foreach ( array_keys( $this->changed ) as $id ) {
					$reports->tell( 'product', $id );
				}
				$this->changed = array();
			},
			1
		);
	}

	/**
	 * Notes a changed product, or that of a changed variation.
	 *
	 * @param int $id The ID of either.
	 */
	private function note( int $id ): void {
		$type    = get_post_type( $id );
		$product = 'product_variation' === $type ? (int) wp_get_post_parent_id( $id ) : $id;
		if ( $product > 0 && in_array( $type, array( 'product', 'product_variation' ), true ) ) {
			$this->changed[ $product ] = true;
		}
	}

	/**
	 * Saves one product.
	 *
	 * @param int $id Its ID.
	 */
	public function save( int $id ): void {
		$product = wc_get_product( $id );
		if ( $product ) {
			$this->send( array( $product ) );
		}
	}

	/**
	 * Saves a page of all products, and returns whether there may be more.
	 *
	 * @param int $page The page, from 1.
	 */
	public function save_page( int $page ): bool {
		$products = wc_get_products(
			array(
				'limit'   => self::PAGE,
				'page'    => $page,
				'orderby' => 'ID',
				'order'   => 'ASC',
			)
		);
		if ( array() !== $products ) {
			$this->send( $products );
		}
		return self::PAGE === count( $products );
	}

	/**
	 * Withdraws a product that the shop does not have any more.
	 *
	 * @param int    $id    Its ID.
	 * @param string $title What it was called.
	 */
	public function withdraw( int $id, string $title ): void {
		$this->put(
			array(
				array(
					'id'     => (string) $id,
					'title'  => mb_substr( '' === $title ? (string) $id : $title, 0, 300 ),
					'status' => 'archived',
				),
			)
		);
	}

	/**
	 * Sends products as they are.
	 *
	 * @param \WC_Product[] $products The products.
	 */
	private function send( array $products ): void {
		$this->put( array_map( self::draft( ... ), $products ) );
	}

	/**
	 * Sends products. One that is rejected does not keep others from being saved.
	 *
	 * @param array $drafts What Cartwright is told of them.
	 */
	private function put( array $drafts ): void {
		$drafts = array_map(
			fn( array $draft ) => array(
				...$draft,
				'source' => 'woocommerce',
			),
			$drafts
		);
		$answer = $this->service->call( 'PUT', '/checkout/v1/products', array( 'products' => $drafts ), 30 );
		foreach ( $answer['data'] as $outcome ) {
			if ( 'rejected' === $outcome['status'] ) {
				wc_get_logger()->error( "Cartwright rejected product {$outcome['id']}. " . Service::sentence( $outcome['errors'] ?? array() ), array( 'source' => 'cartwright' ) );
			}
		}
	}

	/**
	 * A product as Cartwright stores it. Its price is that of its first variant, which a ticket for the product names.
	 *
	 * @param \WC_Product $product The product.
	 */
	private static function draft( \WC_Product $product ): array {
		$variants = array_map( self::variant( ... ), array_slice( self::sold( $product ), 0, self::MOST_VARIANTS ) );
		$is_sold  = 'publish' === $product->get_status() && ( $product->is_type( 'variable' ) ? array() !== $variants : $product->is_purchasable() );
		$draft    = array(
			'id'               => (string) $product->get_id(),
			'title'            => mb_substr( '' === $product->get_name() ? (string) $product->get_id() : $product->get_name(), 0, 300 ),
			'price'            => $variants[0]['price'] ?? self::price( $product ),
			'compare_at_price' => $variants[0]['compare_at_price'] ?? self::compare_at_price( $product ),
			'tax_included'     => wc_tax_enabled() ? wc_prices_include_tax() : null,
			'url'              => (string) $product->get_permalink(),
			'handle'           => mb_substr( $product->get_slug(), 0, 300 ),
			'status'           => 'trash' === $product->get_status() ? 'archived' : ( $is_sold ? 'active' : 'draft' ),
		);
		$image    = wp_get_attachment_image_url( (int) $product->get_image_id(), 'woocommerce_thumbnail' );
		return array_filter(
			array(
				...$draft,
				'image_url'  => false === $image ? null : $image,
				'categories' => self::categories( $product ),
			),
			fn( $value ) => ! in_array( $value, array( '', null, array() ), true )
		) + array( 'variants' => $variants );
	}

	/**
	 * The names of the product's categories.
	 *
	 * @param \WC_Product $product The product.
	 * @return string[]
	 */
	private static function categories( \WC_Product $product ): array {
		$terms = get_the_terms( $product->get_id(), 'product_cat' );
		$names = is_array( $terms ) ? wp_list_pluck( $terms, 'name' ) : array();
		return array_slice( array_map( fn( string $name ) => mb_substr( html_entity_decode( $name, ENT_QUOTES ), 0, 60 ), $names ), 0, self::MOST_CATEGORIES );
	}

	/**
	 * What can be put in a cart: the variations without a choice that is left to the shopper, those in stock first, or a
	 * product whose stock is counted.
	 *
	 * @param \WC_Product $product The product.
	 * @return \WC_Product[]
	 */
	private static function sold( \WC_Product $product ): array {
		if ( ! $product->is_type( 'variable' ) ) {
			return $product->managing_stock() ? array( $product ) : array();
		}
		$variations = array_filter( array_map( 'wc_get_product', $product->get_children() ) );
		$sold       = array_filter( $variations, fn( \WC_Product $variation ) => $variation->variation_is_active() && $variation->is_purchasable() && ! in_array( '', $variation->get_variation_attributes(), true ) );
		usort( $sold, fn( \WC_Product $one, \WC_Product $other ) => $other->is_in_stock() <=> $one->is_in_stock() );
		return $sold;
	}

	/**
	 * A variant as Cartwright stores it.
	 *
	 * @param \WC_Product $variant The variation, or a product without any.
	 */
	private static function variant( \WC_Product $variant ): array {
		$stock = $variant->managing_stock() ? $variant->get_stock_quantity() : null;
		return array(
			'id'               => (string) $variant->get_id(),
			'title'            => mb_substr( $variant->get_name(), 0, 300 ),
			'price'            => self::price( $variant ),
			'compare_at_price' => self::compare_at_price( $variant ),
			'stock'            => null === $stock ? null : (int) $stock,
		);
	}

	/**
	 * The price before the sale, if there is one.
	 *
	 * @param \WC_Product $product A product or variation.
	 */
	private static function compare_at_price( \WC_Product $product ): ?float {
		return $product->is_on_sale() ? self::major( $product->get_regular_price() ) : null;
	}

	/**
	 * The present price, with or without tax as the merchant entered it.
	 *
	 * @param \WC_Product $product A product or variation.
	 */
	private static function price( \WC_Product $product ): ?float {
		return self::major( $product->get_price() );
	}

	/**
	 * An amount of the shop, or null if there is none.
	 *
	 * @param string $amount As WooCommerce stores it.
	 */
	private static function major( string $amount ): ?float {
		return '' === $amount ? null : ( new Money( get_woocommerce_currency() ) )->major( $amount );
	}
}
