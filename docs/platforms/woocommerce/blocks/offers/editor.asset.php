<?php
/**
 * What the block needs in the editor.
 *
 * @package Cartwright
 */

// phpcs:disable WordPress.Files.FileName

return array(
	'dependencies' => array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n' ),
	'version'      => '1.0.0',
);
