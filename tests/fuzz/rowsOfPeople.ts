import { rows, type RealRows } from './rows.ts'

const user = `select id as owner, id as "userId", id as "toUserId", id as "fromUserId", id as "with", id as "actorId",
  id as "subjectId", email from users where erased_at is null`

/** Accounts, their texts and live sessions, and notes about them. */
export const peopleRows: RealRows[] = [
  rows(
    /POST \/api\/content-reports$/,
    'kind contentId reason email name',
    `
    select null as owner, 'REVIEW' as kind, id as "contentId", 'ABUSE' as reason, 'melder@gloed.test' as email, 'Robin' as name from reviews
    union all select to_user_id, 'MESSAGE', id, 'MINOR', null, null from messages`,
  ),
  rows(
    /admin\/content-reports\/\{caseId\}/,
    'caseId version decision',
    `select null as owner, id as "caseId", version, decision
    from content_cases, unnest(array['KEEP', 'KEEP', 'REMOVE']) decision order by due_at nulls last`,
  ),
  rows(
    /POST \/api\/contact$/,
    'orderId orderNumber email name',
    `
    select o.user_id as owner, o.id as "orderId", o.number as "orderNumber", u.email, 'Sam' as name
    from orders o join users u on u.id = o.user_id union all select null, null, null, 'bezoeker@gloed.test', 'Bezoeker'`,
  ),
  rows(
    /conversations\/\{conversationId\}|admin\/messages/,
    'conversationId version',
    `
    select user_id as owner, id as "conversationId", version from support_conversations`,
  ),
  rows(
    /(GET|POST) \/api\/messages|\/api\/conversations\//,
    'userId toUserId fromUserId with',
    `
    select user_id as owner, other_id as "userId", other_id as "toUserId", other_id as "fromUserId", other_id as "with" from contacts`,
  ),
  rows(
    /admin\/users/,
    'userId',
    `select id as "userId" from users where role in ('USER', 'MODEL') and erased_at is null`,
  ),
  rows(
    /conversations|messages|users|blocks|audit/,
    'userId toUserId fromUserId with actorId subjectId',
    user,
  ),
  rows(
    /checkout/,
    'email',
    `select coalesce(guest_email, 'nieuwe-gast@gloed.test') as email from users where role = 'GUEST'`,
  ),
  rows(/password\/forgot/, 'email', user),
  rows(/addresses|checkout/, 'addressId', 'select user_id as owner, id as "addressId" from addresses'),
  rows(
    /addresses|checkout/,
    'postalCode houseNumber country',
    `select '3512 AB' as "postalCode", '12' as "houseNumber", 'Nederland' as country`,
  ),
  rows(/shipping\/calculate/, 'country weight', `select 'NL' as country, 500 as weight`),
  rows(/stop-links/, 'linkId', 'select creator_id as owner, id as "linkId" from stop_links'),
  rows(/account\/sessions/, 'sessionId', 'select user_id as owner, id as "sessionId" from login_sessions'),
  rows(
    /admin\/sessions|studio/,
    'sessionId',
    `
    select user_id as owner, id as "sessionId" from toy_control_sessions order by stopped_at nulls first`,
  ),
  rows(/passkeys/, 'passkeyId', 'select user_id as owner, id as "passkeyId" from passkeys'),
  rows(
    /notifications/,
    'notificationId',
    'select user_id as owner, id as "notificationId" from notifications',
  ),
  rows(
    /notifications\/push/,
    'endpoint p256dh auth',
    `
    select null as owner, 'http://127.0.0.1:9/' || n as endpoint, 'BN02tzNwcA13UXT0oZnU5O7eMa8-_GIT4T-2JiXfzOD5cKZMNEWih7bCnwun-ks4IFIPIOac-WgKzj4Y2ZqfFKE' as p256dh, repeat('A', 22) as auth
    from generate_series(1, 5) n`,
  ),
  rows(/saved-filters/, 'filterId', 'select user_id as owner, id as "filterId" from saved_filters'),
  rows(/saved-filters/, 'list query', `select '/admin/orders' as list, 'status=PAID' as query`),
  rows(/gifts/, 'giftId ownerId', 'select id as "giftId", owner_id as "ownerId" from gifts'),
  rows(
    /webhooks\/lovense/,
    'secret uid utoken toys',
    `
    select 'a-callback-secret' as secret, l.uid, coalesce(l.utoken, l.pending_utoken) as utoken, jsonb_build_object(t.id, jsonb_build_object('id', t.id, 'name', 'Lush', 'status', 1)) as toys
    from toy_links l join toys t on t.owner_id = l.user_id`,
  ),
  rows(
    /toys|toy-control/,
    'toyId toyDeviceId',
    `
    select s.user_id as owner, t.id as "toyId", t.id as "toyDeviceId" from toys t
    left join toy_control_sessions s on s.toy_device_id = t.id and s.stopped_at is null`,
  ),
  rows(/mails/, 'mailId', 'select id as "mailId" from mails where failed_at is not null'),
  rows(
    /jobs/,
    'queue jobId',
    `
    select name as queue, id as "jobId" from pgboss.job where state = 'failed'`,
  ),
  rows(/notes/, 'noteId', 'select id as "noteId" from internal_notes'),
]
