<?php
/**
 * Japanese texts.
 *
 * @package Cartwright
 */

// phpcs:disable WordPress.Files.FileName, WordPress.Arrays.MultipleStatementAlignment

return array(
	'domain'   => 'cartwright',
	'language' => 'ja',
	'messages' => array(
		'IDs of the products in the cart.' => 'カート内の商品のID。',
		'The offer cannot be verified at present. Try again in a minute.' => '現在、オファーを確認できません。1分ほどしてからもう一度お試しください。',
		'Its offer is in another order.' => 'この注文のオファーは別の注文で使われています。',
		'The offer could not be verified.' => 'オファーを確認できませんでした。',
		'The offer is from another store.' => 'このオファーは別のストアのものです。',
		'The offer has expired.' => 'オファーの有効期限が切れました。',
		'The offer is in another currency.' => 'オファーの通貨が異なります。',
		'The offer is for an order that is placed already.' => 'このオファーは、すでに確定した注文のものです。',
		'The shop does not sell the product of the offer at present.' => 'このオファーの商品は、現在ショップで販売されていません。',
		'The offer is in another cart or order already.' => 'このオファーは、すでに別のカートまたは注文で使われています。',
		'An offer in the cart has expired or was changed. Its products cost their full price again. Check the new total, and place the order again.' => 'カート内のオファーの有効期限が切れたか、内容が変更されたため、商品は通常価格に戻りました。新しい合計金額を確認して、もう一度注文してください。',
		'Cartwright' => 'Cartwright',
		'Charges the prices of accepted offers and bundles, and tells Cartwright of orders, refunds and products.' => '承諾されたオファーとバンドルの価格を請求し、注文、返金、商品をCartwrightに報告します。',
		'Address of Cartwright' => 'Cartwrightのアドレス',
		'Store' => 'ストア',
		'The first word of the address after you sign in to Cartwright, as in /your-store/live.' => 'Cartwrightにサインインした後のアドレスの最初の語です（例：/your-store/live）。',
		'Publishable key' => '公開キー',
		'In Cartwright: Settings → Your shop.' => 'Cartwrightの「設定 → ショップ」にあります。',
		'Secret key' => 'シークレットキー',
		'In Cartwright: Settings → API keys, with the purpose “Plug-in”. A key of the sandbox accepts tickets of the sandbox only, and a live key those of the live store.' => 'Cartwrightの「設定 → APIキー」で、用途「プラグイン」のキーを作成します。サンドボックスのキーはサンドボックスのチケットのみ、本番のキーは本番のチケットのみを受け付けます。',
		'Places' => '表示場所',
		'Show offers in the cart, at the checkout and on the thank-you page, and bundles on product pages' => 'カート、チェックアウト、購入完了ページにオファーを、商品ページにバンドルを表示する',
		'Otherwise, offers are shown where you put the block “Cartwright offer” or the shortcode [cartwright placement="cart"].' => 'オフの場合、オファーはブロック「Cartwright offer」またはショートコード[cartwright placement="cart"]を置いた場所に表示されます。',
		'Consent' => '同意',
		'Store nothing in a browser before the shopper agrees' => '購入者が同意するまで、ブラウザーに何も保存しない',
		'Your consent banner then calls cartwright.consent(true).' => '同意バナーからcartwright.consent(true)を呼び出してください。',
		'Set as CARTWRIGHT_KEY in wp-config.php' => 'wp-config.phpのCARTWRIGHT_KEYで設定済み',
		'Saved. Enter another key to replace it.' => '保存済みです。置き換えるには別のキーを入力してください。',
		'Cartwright works. Mode: %1$s. Currency: %2$s.' => 'Cartwrightは正しく動作しています。モード：%1$s。通貨：%2$s。',
		'Enter the address, the store and both keys. Until then, no offers are shown and nothing is reported.' => 'アドレス、ストア、2つのキーを入力してください。入力するまで、オファーは表示されず、何も報告されません。',
		'The two keys do not fit: one must be publishable (pub_…), the other one secret, and both of the same mode.' => '2つのキーの組み合わせが正しくありません。一方は公開キー（pub_…）、もう一方はシークレットキーで、どちらも同じモードのものにしてください。',
		'Cartwright does not know the secret key.' => 'シークレットキーがCartwrightに登録されていません。',
		'The secret key may not do everything that the plug-in does. Create one with the purpose “Plug-in”.' => 'シークレットキーの権限が足りません。用途「プラグイン」のキーを作成してください。',
		'Cartwright cannot be reached. %s' => 'Cartwrightに接続できません。%s',
		'The store in Cartwright is in %1$s and your shop in %2$s, so that no offer can be accepted.' => 'Cartwrightのストアの通貨は%1$s、ショップの通貨は%2$sのため、オファーを承諾できません。',
		'The shopper placed order %s with the same offer.' => '購入者が同じオファーで注文%sを確定しました。',
	),
);
