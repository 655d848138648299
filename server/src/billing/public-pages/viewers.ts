// Pure: which requests are no view of a document by a person.
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Programs that open a link because it was sent or shared, not because somebody reads it: by a part of their user agent. Chats and mail clients
 * show a card with the title of the page; mail gateways look for malware. Programs that name no such purpose count as readers.
 */
const PREVIEWERS: readonly [part: string, why: string][] = [
  ['slackbot', 'Slack shows a card'],
  ['slack-imgproxy', 'Slack loads pictures of a card'],
  ['twitterbot', 'X shows a card; Signal and iMessage call themselves so, too'],
  ['facebookexternalhit', 'Facebook, Instagram and iMessage show a card'],
  ['facebot', 'the same'],
  ['meta-externalagent', 'the same'],
  ['whatsapp', 'WhatsApp shows a card'],
  ['telegrambot', 'Telegram shows a card'],
  ['discordbot', 'Discord shows a card'],
  ['linkedinbot', 'LinkedIn shows a card'],
  ['skypeuripreview', 'Skype and Teams show a card'],
  ['microsoftpreview', 'Teams and Outlook show a card'],
  ['bingpreview', 'Outlook shows a card'],
  ['ms-office', 'Office asks what a link leads to before the browser opens it'],
  ['microsoft office', 'the same'],
  ['google-safety', 'Gmail looks for malware'],
  ['googleimageproxy', 'Gmail loads pictures'],
  ['google-read-aloud', 'Google reads pages ahead'],
  ['googlebot', 'a search engine'],
  ['google-inspectiontool', 'a search engine'],
  ['bingbot', 'a search engine'],
  ['duckduckbot', 'a search engine'],
  ['yandex', 'a search engine and its mail'],
  ['baiduspider', 'a search engine'],
  ['applebot', 'Siri and Spotlight'],
  ['pinterestbot', 'Pinterest shows a card'],
  ['redditbot', 'Reddit shows a card'],
  ['mattermost', 'Mattermost shows a card'],
  ['rocket.chat', 'Rocket.Chat shows a card'],
  ['synapse', 'a Matrix server shows a card'],
  ['nextcloud', 'Nextcloud Talk shows a card'],
  ['viber', 'Viber shows a card'],
  ['line-poker', 'LINE shows a card'],
  ['kakaotalk-scrap', 'KakaoTalk shows a card'],
  ['embedly', 'makes cards for others'],
  ['iframely', 'makes cards for others'],
  ['mastodon', 'Mastodon shows a card'],
  ['bluesky cardyb', 'Bluesky shows a card'],
  ['notion', 'Notion shows a card'],
  ['trello', 'Trello shows a card'],
  ['proofpoint', 'a mail gateway looks for malware'],
  ['mimecast', 'a mail gateway looks for malware'],
  ['barracuda', 'a mail gateway looks for malware'],
  ['safelinks', 'Microsoft Defender looks for malware'],
  ['bitdefender', 'looks for malware'],
  ['symantec', 'a mail gateway looks for malware'],
  ['virustotal', 'looks for malware'],
]

/** Browsers that load a page before somebody opens it, or for a small picture of it. */
const AHEAD_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const
const AHEAD = /prefetch|prerender|preview/i

/** Whether a request may be a person's look at a page: a GET, of no known previewer, and not ahead of time. */
export function isLook(method: string, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET' || AHEAD_HEADERS.some((name) => AHEAD.test(String(headers[name] ?? '')))) return false
  const agent = (headers['user-agent'] ?? '').toLowerCase()
  return !PREVIEWERS.some(([part]) => agent.includes(part))
}

/** The user agents by which they are known, for tests. */
export const PREVIEWER_NAMES = PREVIEWERS.map(([part]) => part)
