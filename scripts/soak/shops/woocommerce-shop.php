<?php
// The merchant's side of a WooCommerce shop: php woocommerce-shop.php FOLDER COMMAND JSON, where the folder has WordPress.

[, $folder, $command, $facts] = $argv;
$facts = json_decode($facts, true);
if ($command === 'install') define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = parse_url($facts['url'] ?? 'http://localhost', PHP_URL_HOST);
require "$folder/wp-load.php";

/** As a merchant does in the screens of WordPress and WooCommerce. */
function install(array $facts): void
{
    require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    wp_install('Soak', 'admin', 'admin@shop.test', false, '', 'correct horse battery');
    update_option('active_plugins', ['woocommerce/woocommerce.php', 'cartwright/cartwright.php']);
    update_option('permalink_structure', '/%postname%/');
}

function stock(array $facts): void
{
    WC_Install::install();
    $settings = [
        'currency' => 'EUR', 'default_country' => 'DE', 'calc_taxes' => 'yes', 'prices_include_tax' => 'yes',
        'tax_display_shop' => 'incl', 'tax_display_cart' => 'incl', 'price_num_decimals' => '2', 'coming_soon' => 'no',
        'enable_guest_checkout' => 'yes', 'custom_orders_table_enabled' => $facts['tables'] ? 'yes' : 'no',
        'cod_settings' => ['enabled' => 'yes', 'enable_for_virtual' => 'yes'],
        'cartwright_settings' => $facts['settings'],
    ];
    foreach ($settings as $name => $value) update_option("woocommerce_$name", $value);
    if ($facts['tables']) {
        wc_get_container()->get(Automattic\WooCommerce\Internal\DataStores\Orders\DataSynchronizer::class)->create_database_tables();
    }
    $rate = ['tax_rate_country' => 'DE', 'tax_rate' => '19', 'tax_rate_name' => 'VAT', 'tax_rate_priority' => 1];
    WC_Tax::_insert_tax_rate($rate + ['tax_rate_compound' => 0, 'tax_rate_shipping' => 1, 'tax_rate_order' => 1, 'tax_rate_class' => '']);
    flush_rewrite_rules();
}

function shelve(array $facts): void
{
    foreach ($facts['shelf'] as ['title' => $title, 'price' => $price]) {
        $product = new WC_Product_Simple();
        $product->set_name($title);
        $product->set_regular_price((string) ($price / 100));
        $product->set_virtual(true);
        $product->save();
    }
}

$cents = fn($amount) => (int) round($amount * 100);
$order = isset($facts['order']) ? wc_get_order((int) $facts['order']) : null;
$product = isset($facts['product']) ? wc_get_product((int) $facts['product']) : null;
$answer = match ($command) {
    'install' => install($facts),
    'stock' => stock($facts),
    'shelve' => shelve($facts),
    'order' => [
        'total' => $cents($order->get_total()),
        'lines' => array_values(array_map(fn($item) => [
            'product' => (string) $item->get_product_id(),
            'quantity' => $item->get_quantity(),
            'paid' => $cents((float) $item->get_total() + (float) $item->get_total_tax()),
        ], $order->get_items())),
    ],
    'refund' => is_wp_error($done = wc_create_refund(['order_id' => $order->get_id(), 'amount' => $facts['amount'] / 100])) ? exit($done->get_error_message()) : null,
    'cancel' => $order->update_status('cancelled'),
    'price' => [$product->set_regular_price((string) ($facts['price'] / 100)), $product->save()],
    'remove' => (bool) wp_trash_post($product->get_id()),
    // As a cron job does.
    'run' => ActionScheduler::runner()->run(),
};
echo "\n", json_encode($answer);
