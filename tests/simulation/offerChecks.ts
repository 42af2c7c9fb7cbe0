/** SQL of conditions that must hold after each commit of promotions that give minutes or free tracking, and of gift cards that were bought. */
export const offerChecks = `
      select 'order ' || e.order_id || ' brought ' || count(*) filter (where e.kind = 'GIFT') || ' gifts of minutes, ' || sum(e.minutes) || ' in all'
      from minute_entries e where e.order_id is not null
      group by e.order_id having count(*) filter (where e.kind = 'GIFT') <> 1 or sum(e.minutes) < 0
      union all
      select 'order ' || o.id || ' promised ' || p.minutes || ' minutes and gave ' || e.minutes
      from minute_entries e join orders o on o.id = e.order_id
        cross join lateral (select coalesce(sum((each ->> 'minutes')::int), 0) as minutes from jsonb_array_elements(o.promotions) each) p
      where e.kind = 'GIFT' and (e.minutes <> p.minutes or e.user_id <> o.user_id or o.paid_at is null)
      union all
      select 'order ' || o.id || ' has free tracking, and pays ' || o.tracking_cost
      from orders o, jsonb_array_elements(o.promotions) p
      where p ->> 'kind' = 'FREE_TRACKING' and (o.tracking_cost <> 0 or (p ->> 'amount')::int = 0)
      union all
      select 'order ' || o.id || ' has a promotion, and ' || coalesce('another amount of it: ' || u.discount_cents, 'no use of it')
      from orders o cross join lateral jsonb_array_elements(o.promotions) p
        left join promotion_uses u on u.order_id = o.id and u.promotion_id = (p ->> 'promotionId')::uuid
      where u.id is null or u.discount_cents <> (p ->> 'amount')::int
      union all
      select 'card ' || a.id || ' is of order ' || o.id || ', which is not paid'
      from credit_accounts a join order_items i on i.id = a.order_item_id join orders o on o.id = i.order_id where o.paid_at is null
      union all
      select 'card ' || a.id || ' was delivered ' || coalesce(a.delivered_at::text, 'never') || ' in ' || m.mails || ' mails'
      from credit_accounts a cross join lateral (
        select count(*) as mails from mails m where m.template = 'gift-card' and m.props ->> 'cardId' = a.id::text
      ) m
      where a.order_item_id is not null and m.mails <> case when a.delivered_at is null then 0 else 1 end
      union all
      select 'card ' || a.id || ' has ' || a.balance_cents || ' of ' || a.initial_cents from credit_accounts a
      where a.kind = 'GIFT_CARD' and a.balance_cents > a.initial_cents`
