<?php
// phpcs:disable
// Where the plug-in looks for dbDelta(), which wordpress.php has.
