<?php
// Receives webhooks of Quoin. PHP 8.0 or newer, nothing to install; the built-in server is for trying it out:
//   QUOIN_WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:3000 receiver.php
declare(strict_types=1);

const TOLERANCE_S = 300;
$secret = getenv('QUOIN_WEBHOOK_SECRET') ?: throw new RuntimeException('QUOIN_WEBHOOK_SECRET is not set');
$folder = getenv('QUOIN_EVENTS_DIR') ?: 'quoin-events';

/** Whether one of the signatures in the header belongs to these very bytes and to now. */
function is_signed(string $secret, string $header, string $body): bool
{
    $parts = array_map(fn($part) => explode('=', trim($part), 2) + ['', ''], explode(',', $header));
    $values = fn($wanted) => array_column(array_filter($parts, fn($part) => $part[0] === $wanted), 1);
    $t = $values('t')[0] ?? '';
    if (!preg_match('/^\d{1,12}$/D', $t) || abs(time() - (int) $t) > TOLERANCE_S) {
        return false;
    }
    $expected = hash_hmac('sha256', "$t.$body", $secret);
    foreach ($values('v1') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

/** Keeps an event under its id; false when it is there already. In your service: an insert into a table whose id is unique. */
function keep(string $folder, array $event, string $body): bool
{
    if (!preg_match('/^evt_[0-9a-z]+$/D', $event['id'])) {
        throw new RuntimeException('This is no id of an event');
    }
    if (!is_dir($folder) && !@mkdir($folder, 0700, true) && !is_dir($folder)) {
        throw new RuntimeException("$folder can't be made");
    }
    $draft = $folder . '/' . bin2hex(random_bytes(16)) . '.tmp';
    $target = "$folder/{$event['id']}.json";
    if (file_put_contents($draft, $body) !== strlen($body)) {
        throw new RuntimeException("$draft can't be written");
    }
    $is_new = @link($draft, $target);
    unlink($draft);
    if (!$is_new && !file_exists($target)) {
        throw new RuntimeException("$target can't be made");
    }
    return $is_new;
}

function answer(int $status, string $text = ''): void
{
    http_response_code($status);
    header('Content-Type: text/plain');
    echo $text;
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    answer(405);
    return;
}
$body = file_get_contents('php://input');
if (!is_signed($secret, $_SERVER['HTTP_QUOIN_SIGNATURE'] ?? '', $body)) {
    answer(400, 'wrong signature');
    return;
}
try {
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    $is_new = keep($folder, $event, $body);
    answer(200);
} catch (Throwable $error) {
    error_log((string) $error);
    answer(500); // Not kept, so it must come again.
    return;
}
// What takes its time does not belong here: a job of yours takes the kept events from the folder.
if ($is_new) {
    error_log("new {$event['event']} {$event['id']}");
}
