<?php
/**
 * German texts.
 *
 * @package Cartwright
 */

// phpcs:disable WordPress.Files.FileName, WordPress.Arrays.MultipleStatementAlignment

return array(
	'domain'   => 'cartwright',
	'language' => 'de_DE',
	'messages' => array(
		'IDs of the products in the cart.' => 'IDs der Produkte im Warenkorb.',
		'The offer cannot be verified at present. Try again in a minute.' => 'Das Angebot kann zurzeit nicht geprüft werden. Versuchen Sie es in einer Minute erneut.',
		'Its offer is in another order.' => 'Das Angebot dieser Bestellung ist in einer anderen Bestellung.',
		'The offer could not be verified.' => 'Das Angebot konnte nicht geprüft werden.',
		'The offer is from another store.' => 'Das Angebot stammt aus einem anderen Shop.',
		'The offer has expired.' => 'Das Angebot ist abgelaufen.',
		'The offer is in another currency.' => 'Das Angebot gilt in einer anderen Währung.',
		'The offer is for an order that is placed already.' => 'Das Angebot gilt für eine Bestellung, die bereits aufgegeben wurde.',
		'The shop does not sell the product of the offer at present.' => 'Der Shop verkauft das Produkt des Angebots zurzeit nicht.',
		'The offer is in another cart or order already.' => 'Das Angebot ist bereits in einem anderen Warenkorb oder einer anderen Bestellung.',
		'An offer in the cart has expired or was changed. Its products cost their full price again. Check the new total, and place the order again.' => 'Ein Angebot im Warenkorb ist abgelaufen oder wurde geändert. Die Produkte kosten wieder den vollen Preis. Prüfen Sie die neue Gesamtsumme, und bestellen Sie erneut.',
		'Cartwright' => 'Cartwright',
		'Charges the prices of accepted offers and bundles, and tells Cartwright of orders, refunds and products.' => 'Berechnet die Preise angenommener Angebote und Bundles und meldet Cartwright Bestellungen, Erstattungen und Produkte.',
		'Address of Cartwright' => 'Adresse von Cartwright',
		'Store' => 'Store',
		'The first word of the address after you sign in to Cartwright, as in /your-store/live.' => 'Das erste Wort der Adresse, nachdem Sie sich in Cartwright angemeldet haben, wie in /your-store/live.',
		'Publishable key' => 'Öffentlicher Schlüssel',
		'In Cartwright: Settings → Your shop.' => 'In Cartwright: Einstellungen → Ihr Shop.',
		'Secret key' => 'Geheimer Schlüssel',
		'In Cartwright: Settings → API keys, with the purpose “Plug-in”. A key of the sandbox accepts tickets of the sandbox only, and a live key those of the live store.' => 'In Cartwright: Einstellungen → API-Schlüssel, mit dem Zweck „Plug-in“. Ein Schlüssel der Sandbox akzeptiert nur Tickets der Sandbox, ein Live-Schlüssel nur die des Live-Stores.',
		'Places' => 'Stellen',
		'Show offers in the cart, at the checkout and on the thank-you page, and bundles on product pages' => 'Angebote im Warenkorb, an der Kasse und auf der Dankesseite zeigen, Bundles auf Produktseiten',
		'Otherwise, offers are shown where you put the block “Cartwright offer” or the shortcode [cartwright placement="cart"].' => 'Sonst erscheinen Angebote dort, wo Sie den Block „Cartwright offer“ oder den Shortcode [cartwright placement="cart"] einfügen.',
		'Consent' => 'Einwilligung',
		'Store nothing in a browser before the shopper agrees' => 'Nichts im Browser speichern, bevor der Käufer zustimmt',
		'Your consent banner then calls cartwright.consent(true).' => 'Ihr Einwilligungsbanner ruft dann cartwright.consent(true) auf.',
		'Set as CARTWRIGHT_KEY in wp-config.php' => 'Als CARTWRIGHT_KEY in wp-config.php gesetzt',
		'Saved. Enter another key to replace it.' => 'Gespeichert. Geben Sie einen anderen Schlüssel ein, um ihn zu ersetzen.',
		'Cartwright works. Mode: %1$s. Currency: %2$s.' => 'Cartwright funktioniert. Modus: %1$s. Währung: %2$s.',
		'Enter the address, the store and both keys. Until then, no offers are shown and nothing is reported.' => 'Geben Sie die Adresse, den Store und beide Schlüssel ein. Bis dahin werden keine Angebote gezeigt, und nichts wird gemeldet.',
		'The two keys do not fit: one must be publishable (pub_…), the other one secret, and both of the same mode.' => 'Die beiden Schlüssel passen nicht zusammen: Der eine muss öffentlich sein (pub_…), der andere geheim, und beide müssen zum selben Modus gehören.',
		'Cartwright does not know the secret key.' => 'Cartwright kennt den geheimen Schlüssel nicht.',
		'The secret key may not do everything that the plug-in does. Create one with the purpose “Plug-in”.' => 'Der geheime Schlüssel darf nicht alles, was das Plug-in tut. Erstellen Sie einen mit dem Zweck „Plug-in“.',
		'Cartwright cannot be reached. %s' => 'Cartwright ist nicht erreichbar. %s',
		'The store in Cartwright is in %1$s and your shop in %2$s, so that no offer can be accepted.' => 'Der Store in Cartwright rechnet in %1$s und Ihr Shop in %2$s, sodass kein Angebot angenommen werden kann.',
		'The shopper placed order %s with the same offer.' => 'Der Käufer hat mit demselben Angebot die Bestellung %s aufgegeben.',
	),
);
