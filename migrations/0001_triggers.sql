-- Rows that nobody changes or removes
create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', TG_TABLE_NAME using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger audit_entries_append_only before delete or update or truncate on audit_entries for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger chargebacks_append_only before delete or update or truncate on chargebacks for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger closed_periods_append_only before delete or update or truncate on closed_periods for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger closed_reports_append_only before delete or update or truncate on closed_reports for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger credit_entries_append_only before delete or truncate on credit_entries for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger earning_entries_append_only before delete or update or truncate on earning_entries for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger earning_objections_append_only before delete or truncate on earning_objections for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger earning_shares_append_only before delete or update or truncate on earning_shares for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger invoices_append_only before delete or truncate on invoices for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger minute_allocations_append_only before delete or update or truncate on minute_allocations for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger minute_entries_append_only before delete or truncate on minute_entries for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger payment_postbacks_append_only before delete or update or truncate on payment_postbacks for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger price_entries_append_only before delete or update or truncate on price_entries for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger refund_resolutions_append_only before delete or update or truncate on refund_resolutions for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger self_billed_invoices_append_only before delete or truncate on self_billed_invoices for each statement
  execute function forbid_change();
--> statement-breakpoint
create trigger stock_entries_append_only before delete or update or truncate on stock_entries for each statement
  execute function forbid_change();
--> statement-breakpoint
create function forbid_change_of_minute_entry() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and new.reason is null
    and exists (select from users where id = old.user_id and erased_at is not null)
  then
    return new;
  end if;
  raise exception '% is append-only', TG_TABLE_NAME using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger minute_entries_unchanged before update on minute_entries for each row
  execute function forbid_change_of_minute_entry();
--> statement-breakpoint
create function forbid_change_of_credit_entry() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and new.reason = ''
    and exists (
      select from credit_accounts a join users u on u.id = a.user_id
      where a.id = old.account_id and u.erased_at is not null
    )
  then
    return new;
  end if;
  raise exception '% is append-only', TG_TABLE_NAME using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger credit_entries_unchanged before update on credit_entries for each row
  execute function forbid_change_of_credit_entry();
--> statement-breakpoint
create function forbid_change_of_invoice() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'content' = to_jsonb(old) - 'content'
    and new.content in (
      jsonb_set(old.content, '{buyer}', '[]'),
      jsonb_set(old.content, '{buyer}', '[]') #- '{vat,business}'
    )
    and exists (select from users where id = old.user_id and erased_at is not null)
  then
    return new;
  end if;
  if to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id'
    and exists (
      select from users guest join users account on account.id = new.user_id
      where guest.id = old.user_id and guest.role = 'GUEST' and account.email = guest.guest_email
    )
  then
    return new;
  end if;
  raise exception '% is append-only', TG_TABLE_NAME using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger invoices_unchanged before update on invoices for each row
  execute function forbid_change_of_invoice();
--> statement-breakpoint
-- Of a text, the key changes when keys are rotated, and nothing stays when it is erased
create function forbid_change_of_encrypted() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'encrypted' - 'key_id' = to_jsonb(old) - 'encrypted' - 'key_id' and old.encrypted is not null then
    return new;
  end if;
  raise exception '% is append-only', TG_TABLE_NAME using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger self_billed_invoices_unchanged before update on self_billed_invoices for each row
  execute function forbid_change_of_encrypted();
--> statement-breakpoint
-- An answer is written once, with the text; afterwards only the key changes, and the text is erased
create function forbid_change_of_objection() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'encrypted' - 'key_id' - 'answered_by' - 'answered_at'
      = to_jsonb(old) - 'encrypted' - 'key_id' - 'answered_by' - 'answered_at'
    and old.encrypted is not null
    and (old.answered_at is null or (new.answered_at, new.answered_by) = (old.answered_at, old.answered_by))
  then
    return new;
  end if;
  raise exception '% is append-only', TG_TABLE_NAME using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger earning_objections_unchanged before update on earning_objections for each row
  execute function forbid_change_of_objection();
--> statement-breakpoint
create function forbid_change_of_filled() returns trigger language plpgsql as $$
begin
  if exists (
    select from jsonb_each(to_jsonb(old)) filled
    where filled.value <> 'null' and filled.value <> to_jsonb(new) -> filled.key
  ) then
    raise exception '% is append-only', TG_TABLE_NAME using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger session_consents_unchanged before update on session_consents for each row
  execute function forbid_change_of_filled();
--> statement-breakpoint
-- They go with their session, and not before it
create trigger session_consents_kept before delete on session_consents for each row
  when (pg_trigger_depth() = 0)
  execute function forbid_change();
--> statement-breakpoint
-- Ledgers: the balance of an account is the sum of its entries
create function book_ledger_entries() returns trigger language plpgsql as $$
begin
  -- Arguments: the table of the accounts, its balance, and the account and the amount of an entry. Accounts are locked in id order.
  execute format(
    'with sums as (
      select %3$I as id, sum(%4$I) as amount from added group by 1 having sum(%4$I) <> 0
    ), locked as materialized (
      select a.id from %1$I a join sums on sums.id = a.id order by a.id for no key update of a
    )
    update %1$I a set %2$I = a.%2$I + sums.amount from sums join locked on locked.id = sums.id where a.id = sums.id',
    tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3]
  );
  return null;
end
$$;
--> statement-breakpoint
create function forbid_balance_change() returns trigger language plpgsql as $$
begin
  raise exception '% of %: a balance is changed by an entry of its ledger', TG_ARGV[0], TG_TABLE_NAME
    using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger credit_entries_booked after insert on credit_entries referencing new table as added for each statement
  execute function book_ledger_entries('credit_accounts', 'balance_cents', 'account_id', 'cents');
--> statement-breakpoint
create trigger credit_accounts_begin_empty before insert on credit_accounts for each row
  when (new.balance_cents <> 0)
  execute function forbid_balance_change('balance_cents');
--> statement-breakpoint
create trigger credit_accounts_balance before update of balance_cents on credit_accounts for each row
  when (old.balance_cents <> new.balance_cents and pg_trigger_depth() = 0)
  execute function forbid_balance_change('balance_cents');
--> statement-breakpoint
create trigger minute_entries_booked after insert on minute_entries referencing new table as added for each statement
  execute function book_ledger_entries('users', 'minutes_balance', 'user_id', 'minutes');
--> statement-breakpoint
create trigger users_begin_without_minutes before insert on users for each row
  when (new.minutes_balance <> 0)
  execute function forbid_balance_change('minutes_balance');
--> statement-breakpoint
create trigger users_minutes_balance before update of minutes_balance on users for each row
  when (old.minutes_balance <> new.minutes_balance and pg_trigger_depth() = 0)
  execute function forbid_balance_change('minutes_balance');
--> statement-breakpoint
-- Earnings: each entry has a hash of itself and of the one before, by creator. Two digests, so that a creator can check the first one
-- without the ids of purchases, which would tell her which sessions are of one customer. `money/earnings/chain.service.ts` computes the same.
create function hash_earning_origin(e earning_entries) returns text language sql immutable as $$
  select encode(sha256(convert_to(concat_ws('|', coalesce(e.minute_entry_id::text, ''), coalesce(e.lot_id::text, ''),
    coalesce(e.purchase_id::text, ''), coalesce(e.reverses_id::text, ''), coalesce(e.cause_id::text, '')
  ), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
create function hash_earning_entry(previous text, e earning_entries) returns text language sql stable as $$
  select encode(sha256(convert_to(concat_ws('|', previous, e.sequence, e.id, e.creator_id, e.type, coalesce(e.source, ''), e.cents, e.gross_cents,
    e.vat_cents, e.fee_cents, e.base_cents, e.basis_points, e.minutes, coalesce(e.session_id::text, ''),
    coalesce(e.gift_id::text, ''), coalesce(e.payout_id::text, ''), hash_earning_origin(e), coalesce(e.reason, ''),
    floor(extract(epoch from e.payable_at) * 1000)::bigint, floor(extract(epoch from e.created_at) * 1000)::bigint
  ), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
create function chain_earning_entry() returns trigger language plpgsql as $$
declare
  account earning_accounts;
begin
  insert into earning_accounts (id) values (new.creator_id) on conflict do nothing;
  select * into account from earning_accounts where id = new.creator_id for no key update;
  new.sequence := account.sequence + 1;
  new.hash := hash_earning_entry(account.head, new);
  update earning_accounts set sequence = new.sequence, head = new.hash where id = new.creator_id;
  return new;
end
$$;
--> statement-breakpoint
create trigger earning_entries_chained before insert on earning_entries for each row
  execute function chain_earning_entry();
--> statement-breakpoint
create trigger earning_entries_booked after insert on earning_entries referencing new table as added for each statement
  execute function book_ledger_entries('earning_accounts', 'balance_cents', 'creator_id', 'cents');
--> statement-breakpoint
create trigger earning_accounts_begin_empty before insert on earning_accounts for each row
  when (new.balance_cents <> 0)
  execute function forbid_balance_change('balance_cents');
--> statement-breakpoint
create trigger earning_accounts_balance before update of balance_cents on earning_accounts for each row
  when (old.balance_cents <> new.balance_cents and pg_trigger_depth() = 0)
  execute function forbid_balance_change('balance_cents');
--> statement-breakpoint
-- Minutes: added ones are a lot; spent ones are the first of the oldest lots, returned ones the last of their own lot. Those of a session that
-- are given back are the last spent ones of its lots, at most as many as it took there.
create function allocate_minutes() returns trigger language plpgsql as $$
declare
  is_returned constant boolean := new.kind in ('REFUND', 'CHARGEBACK', 'GIFT_RETURN');
  missing int := -new.minutes;
  lot minute_lots;
  first int;
  part int;
begin
  -- One at a time for each user: the lots are read after the lock.
  perform from users where id = new.user_id for no key update;
  if new.kind = 'SESSION_RETURN' then
    missing := new.minutes;
    for lot in
      select l.* from minute_lots l where l.user_id = new.user_id and l.id in (
        select a.lot_id from minute_allocations a join minute_entries e on e.id = a.entry_id where e.control_session_id = new.control_session_id
      )
      order by l.added_at desc, l.id desc
    loop
      part := least(missing, (
        select sum(a.minutes) from minute_allocations a join minute_entries e on e.id = a.entry_id
        where e.control_session_id = new.control_session_id and a.lot_id = lot.id
      ));
      continue when part <= 0;
      first := lot.spent - part;
      insert into minute_allocations (entry_id, lot_id, first, minutes, value_cents)
      values (new.id, lot.id, first, -part,
        lot.value_cents::bigint * first / lot.minutes - lot.value_cents::bigint * (first + part) / lot.minutes);
      update minute_lots set spent = first where id = lot.id;
      missing := missing - part;
    end loop;
    if missing > 0 then
      raise exception 'entry % gives back % minutes that were not played', new.id, missing using errcode = 'check_violation';
    end if;
    return null;
  end if;
  if new.minutes > 0 then
    insert into minute_lots (id, user_id, minutes, value_cents, final_at, added_at)
    values (new.id, new.user_id, new.minutes, new.value_cents, new.created_at, new.created_at);
    return null;
  end if;
  if new.kind = 'VAT_RETURN' then
    update minute_lots l set value_cents = l.value_cents + new.value_cents,
      vat_cents = greatest(0, l.vat_cents + new.value_cents)
    from minute_entries e where e.id = l.id and e.purchase_id = new.purchase_id and e.kind = 'PURCHASE';
    return null;
  end if;
  for lot in
    select l.* from minute_lots l join minute_entries e on e.id = l.id
    where l.user_id = new.user_id and l.spent + l.returned < l.minutes
      and (not is_returned or e.purchase_id = new.purchase_id or e.order_id = new.order_id)
    order by l.added_at, l.id
  loop
    part := least(missing, lot.minutes - lot.spent - lot.returned);
    first := case when is_returned then lot.minutes - lot.returned - part else lot.spent end;
    -- Rounded so that the parts of a lot add up to its value.
    insert into minute_allocations (entry_id, lot_id, first, minutes, value_cents)
    values (new.id, lot.id, first, part,
      lot.value_cents::bigint * (first + part) / lot.minutes - lot.value_cents::bigint * first / lot.minutes);
    update minute_lots set
      spent = spent + case when is_returned then 0 else part end,
      returned = returned + case when is_returned then part else 0 end
    where id = lot.id;
    missing := missing - part;
    exit when missing = 0;
  end loop;
  if missing > 0 then
    raise exception 'entry % takes % minutes that are not there', new.id, missing using errcode = 'check_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger minute_entries_allocated after insert on minute_entries for each row
  execute function allocate_minutes();
--> statement-breakpoint
-- Closed periods
create function forbid_invoice_in_closed_period() returns trigger language plpgsql as $$
begin
  if exists (
    select from closed_periods
    where (starts_at <= new.issued_at and new.issued_at < ends_at)
      or (starts_at <= new.tax_point_at and new.tax_point_at < ends_at)
  ) then
    raise exception 'an invoice dated in a closed period' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger invoices_in_open_period before insert on invoices for each row
  execute function forbid_invoice_in_closed_period();
--> statement-breakpoint
create function forbid_comparison_of_closed_period() returns trigger language plpgsql as $$
begin
  if exists (select from closed_periods where quarter = old.quarter) then
    raise exception 'a comparison of a closed period' using errcode = 'check_violation';
  end if;
  return case when TG_OP = 'DELETE' then old else new end;
end
$$;
--> statement-breakpoint
create trigger payment_comparisons_of_open_period before delete or update on payment_comparisons for each row
  execute function forbid_comparison_of_closed_period();
--> statement-breakpoint
-- Refunds that failed
create function record_refund_failure() returns trigger language plpgsql as $$
begin
  if new.failed_at is null or (new.by_hand_at is not null and tg_op = 'UPDATE') then
    -- An admin's resolution has its time; what the provider says, that of the database.
    update refund_failures f set ended_at = greatest(f.failed_at, coalesce(
      new.by_hand_at,
      (select max(m.created_at) from refund_resolutions m where m.refund_id = new.id and m.created_at >= f.failed_at),
      now()
    )) where f.refund_id = new.id and f.ended_at is null;
  elsif new.by_hand_at is null or tg_op = 'INSERT' then
    insert into refund_failures (id, refund_id, failed_at, ended_at)
    values (gen_random_uuid(), new.id, new.failed_at,
      case when new.by_hand_at is not null then greatest(new.failed_at, new.by_hand_at) end)
    on conflict (refund_id) where ended_at is null do nothing;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger refunds_failed_when_inserted after insert on refunds for each row
  when (new.failed_at is not null)
  execute function record_refund_failure();
--> statement-breakpoint
create trigger refunds_failure_changed after update of failed_at, by_hand_at on refunds for each row
  when (old.failed_at is distinct from new.failed_at or old.by_hand_at is distinct from new.by_hand_at)
  execute function record_refund_failure();
--> statement-breakpoint
-- Search
create function set_product_search() returns trigger language plpgsql as $$
declare
  accented constant text := 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ';
  plain constant text := 'aaaaaaceeeeiiiinooooouuuuyy';
begin
  new.search_name := translate(lower(' ' || new.sku || ' ' || new.name), accented, plain);
  new.search := setweight(to_tsvector('dutch', translate(lower(new.name), accented, plain)), 'A')
    || setweight(to_tsvector('dutch', translate(lower(new.description), accented, plain)), 'C');
  return new;
end
$$;
--> statement-breakpoint
create trigger products_search_text before insert or update of sku, name, description on products for each row
  execute function set_product_search();
--> statement-breakpoint
create function split_words(name text) returns setof text language sql immutable as $$
  select distinct word from regexp_split_to_table(
    translate(lower(name), 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy'), '[^[:alnum:]]+'
  ) as word where length(word) between 1 and 64
$$;
--> statement-breakpoint
create function add_words_of_new_rows() returns trigger language plpgsql as $$
begin
  insert into catalog_words (word)
  select distinct word from added, split_words(added.name) as word order by word on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
create trigger categories_add_words after insert on categories referencing new table as added for each statement
  execute function add_words_of_new_rows();
--> statement-breakpoint
create trigger products_add_words after insert on products referencing new table as added for each statement
  execute function add_words_of_new_rows();
--> statement-breakpoint
create function add_words_of_changed_row() returns trigger language plpgsql as $$
begin
  insert into catalog_words (word) select word from split_words(new.name) as word order by word on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
create trigger categories_change_words after update of name on categories for each row
  when (old.name is distinct from new.name)
  execute function add_words_of_changed_row();
--> statement-breakpoint
create trigger products_change_words after update of name on products for each row
  when (old.name is distinct from new.name)
  execute function add_words_of_changed_row();
--> statement-breakpoint
-- Caches of the catalog: each node reads `catalog_changes`
create function record_catalog_change() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (product_id)
  select null where not exists (
    select from catalog_changes where transaction_id = pg_current_xact_id() and product_id is null
  );
  return null;
end
$$;
--> statement-breakpoint
create trigger categories_changed after insert or delete or update or truncate on categories for each statement
  execute function record_catalog_change();
--> statement-breakpoint
create trigger economic_operators_changed after update on economic_operators for each statement
  execute function record_catalog_change();
--> statement-breakpoint
create trigger product_label_pictures_changed after insert or delete or update or truncate on product_label_pictures for each statement
  execute function record_catalog_change();
--> statement-breakpoint
create trigger product_manuals_changed after insert or delete or update or truncate on product_manuals for each statement
  execute function record_catalog_change();
--> statement-breakpoint
create trigger product_relations_changed after insert or delete or update or truncate on product_relations for each statement
  execute function record_catalog_change();
--> statement-breakpoint
create trigger product_safety_changed after insert or delete or update or truncate on product_safety for each statement
  execute function record_catalog_change();
--> statement-breakpoint
create trigger products_added_or_removed after insert or delete or truncate on products for each statement
  execute function record_catalog_change();
--> statement-breakpoint
create function record_product_change() returns trigger language plpgsql as $$
declare
  changed uuid := coalesce(old.parent_id, old.id);
begin
  -- A transaction that has recorded a change of everything says so, for itself alone.
  if current_setting('gloed.whole_catalog_changed', true) = 'on' then
    return null;
  end if;
  new.stock := old.stock;
  new.reserved_stock := old.reserved_stock;
  new.review_count := old.review_count;
  new.rating_sum := old.rating_sum;
  -- A column that is added later so counts as a change of everything until someone says otherwise here.
  if new is distinct from old then
    changed := null;
  end if;
  insert into catalog_changes (product_id)
  select changed where not exists (
    select from catalog_changes noted
    where noted.transaction_id = pg_current_xact_id()
      and (noted.product_id is null or noted.product_id = changed)
  );
  return null;
end
$$;
--> statement-breakpoint
create trigger products_changed after update on products for each row
  execute function record_product_change();
--> statement-breakpoint
-- The version of a product: a form on an older one is refused
create function increment_product_version() returns trigger language plpgsql as $$
declare
  was products := old;
begin
  was.version := new.version;
  was.search := new.search;
  was.search_name := new.search_name;
  was.stock := new.stock;
  was.reserved_stock := new.reserved_stock;
  was.max_price := new.max_price;
  was.option_facets := new.option_facets;
  was.option_set_id := new.option_set_id;
  if new is distinct from was then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger products_version before update of
  sku, slug, name, description, price, shipping_cost, image_url, images, category_id, is_active, show_shipping_options, show_comments_field,
  hygiene_sealed, weight, length, width, height, content_ml, content_grams, purchase_price, tax_class, parent_id, options, option_values,
  position, base_price, follows_price, barcode
  on products for each row
  execute function increment_product_version();
--> statement-breakpoint
-- What can be sold of a product
create function add_stock_levels() returns trigger language plpgsql as $$
begin
  insert into stock_levels (product_id, available) select id, stock - reserved_stock from added where options is null;
  return null;
end
$$;
--> statement-breakpoint
create trigger products_add_stock_levels after insert on products referencing new table as added for each statement
  execute function add_stock_levels();
--> statement-breakpoint
create function update_stock_level() returns trigger language plpgsql as $$
begin
  if new.stock - new.reserved_stock <> old.stock - old.reserved_stock then
    update stock_levels set available = new.stock - new.reserved_stock where product_id = new.id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger products_level_changed after update of stock, reserved_stock on products for each row
  execute function update_stock_level();
--> statement-breakpoint
create function lower_back_in_stock_level() returns trigger language plpgsql as $$
begin
  update back_in_stock_levels set seen = greatest(new.available, 0)
  where product_id = new.product_id and seen > greatest(new.available, 0);
  return null;
end
$$;
--> statement-breakpoint
create trigger stock_levels_lowered after update on stock_levels for each row
  when (new.available < old.available)
  execute function lower_back_in_stock_level();
--> statement-breakpoint
-- Products with variants follow them
create function add_option_set(product uuid) returns integer language sql as $$
  insert into option_sets (digest, facets, variants)
  select md5(p.option_facets::text || string_agg(v.option_values::text, '' order by v.option_values))::uuid, p.option_facets,
    jsonb_agg((
      select coalesce(jsonb_agg(array_position(p.option_facets, facet) order by place), '[]')
      from unnest(v.option_values) with ordinality as own(value, place),
        lateral (select p.options -> (place - 1)::int ->> 'name' || ':' || value as facet) as named
      where facet = any (p.option_facets)
    ) order by v.option_values)
  from products p join products v on v.parent_id = p.id and v.is_active
  where p.id = product group by p.id
  returning id
$$;
--> statement-breakpoint
create function update_from_variants(product uuid, has_other_variants boolean default true) returns void language plpgsql as $$
declare
  was int;
begin
  select price into was from products where id = product and options is not null for no key update;
  if not found then
    return;
  end if;
  -- Two statements, because one with the parameter in it would be planned at every call.
  if not has_other_variants then
    with active as materialized (
      select id, price, regular_price, prior_price, sale_ends_at, position, option_values
      from products where parent_id = product and is_active
    ), cheapest as (
      select price, regular_price, prior_price, sale_ends_at from active order by price, position, id limit 1
    ), used as (
      select distinct place, value from active, unnest(option_values) with ordinality as own(value, place)
    ), summary as (
      select coalesce(cheapest.price, p.base_price) as price, cheapest.regular_price, cheapest.prior_price, cheapest.sale_ends_at,
        (select nullif(max(active.price), min(active.price)) from active) as max_price,
        array(
          select option ->> 'name' || ':' || own.value
          from jsonb_array_elements(p.options) with ordinality as options(option, place),
            jsonb_array_elements_text(option -> 'values') with ordinality as own(value, rank)
          where (options.place, own.value) in (select place, value from used)
          order by options.place, own.rank
        ) as facets
      from products p left join cheapest on true where p.id = product
    )
    update products p
    set price = s.price, regular_price = s.regular_price, prior_price = s.prior_price, sale_ends_at = s.sale_ends_at,
      max_price = s.max_price, option_facets = s.facets
    from summary s
    where p.id = product and (p.price, p.regular_price, p.prior_price, p.sale_ends_at, p.max_price, p.option_facets)
      is distinct from (s.price, s.regular_price, s.prior_price, s.sale_ends_at, s.max_price, s.facets);
  else
    with active as materialized (
      select id, price, regular_price, prior_price, sale_ends_at, position, option_values
      from products where parent_id = product and is_active
    ), cheapest as (
      select price, regular_price, prior_price, sale_ends_at from active order by price, position, id limit 1
    ), used as (
      select distinct place, value from active, unnest(option_values) with ordinality as own(value, place)
    ), summary as (
      select coalesce(cheapest.price, p.base_price) as price, cheapest.regular_price, cheapest.prior_price, cheapest.sale_ends_at,
        (select nullif(max(active.price), min(active.price)) from active) as max_price,
        array(
          select option ->> 'name' || ':' || own.value
          from jsonb_array_elements(p.options) with ordinality as options(option, place),
            jsonb_array_elements_text(option -> 'values') with ordinality as own(value, rank)
          where (options.place, own.value) in (select place, value from used)
          order by options.place, own.rank
        ) as facets,
        (select string_agg(option_values::text, '' order by option_values) from active) as own
      from products p left join cheapest on true where p.id = product
    ), known as (
      select *, (
        select id from option_sets where digest = md5(summary.facets::text || summary.own)::uuid order by id limit 1
      ) as set_id
      from summary
    )
    update products p
    set price = s.price, regular_price = s.regular_price, prior_price = s.prior_price, sale_ends_at = s.sale_ends_at,
      max_price = s.max_price, option_facets = s.facets, option_set_id = s.set_id
    from known s
    where p.id = product and (p.price, p.regular_price, p.prior_price, p.sale_ends_at, p.max_price, p.option_facets, p.option_set_id)
      is distinct from (s.price, s.regular_price, s.prior_price, s.sale_ends_at, s.max_price, s.facets, s.set_id);
    update products set option_set_id = add_option_set(id)
    where id = product and option_set_id is null and option_facets <> '{}';
  end if;
  -- For the wishlists that have the product itself.
  insert into changed_prices as noted (product_id, old_cents)
  select id, was from products where id = product and price <> was
  on conflict (product_id) do update set old_cents = greatest(noted.old_cents, excluded.old_cents);
end
$$;
--> statement-breakpoint
create function update_parents_of_added_variants() returns trigger language plpgsql as $$
begin
  perform update_from_variants(parent_id)
  from (select distinct parent_id from added where parent_id is not null order by parent_id) as parents;
  return null;
end
$$;
--> statement-breakpoint
create trigger products_variants_added after insert on products referencing new table as added for each statement
  execute function update_parents_of_added_variants();
--> statement-breakpoint
create function update_from_changed_options() returns trigger language plpgsql as $$
begin
  if new.options is null then
    update products set option_set_id = null where id = new.id and option_set_id is not null;
    insert into stock_levels (product_id, available) values (new.id, new.stock - new.reserved_stock) on conflict do nothing;
  else
    delete from stock_levels where product_id = new.id;
    perform update_from_variants(new.id, old.options is distinct from new.options);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger products_options_changed after update of options, base_price on products for each row
  when (old.options is distinct from new.options or old.base_price is distinct from new.base_price)
  execute function update_from_changed_options();
--> statement-breakpoint
create function update_parent_of_changed_variant() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.parent_id is not null then
    perform update_from_variants(
      new.parent_id,
      (old.parent_id, old.is_active, old.option_values) is distinct from (new.parent_id, new.is_active, new.option_values)
    );
  end if;
  if old.parent_id is not null and (tg_op = 'DELETE' or new.parent_id is distinct from old.parent_id) then
    perform update_from_variants(old.parent_id, true);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger products_variant_changed after update of
  parent_id, price, regular_price, prior_price, sale_ends_at, is_active, position, option_values
  on products for each row
  when ((old.parent_id is not null or new.parent_id is not null) and (
    old.parent_id is distinct from new.parent_id
    or old.price is distinct from new.price
    or old.regular_price is distinct from new.regular_price
    or old.prior_price is distinct from new.prior_price
    or old.sale_ends_at is distinct from new.sale_ends_at
    or old.is_active is distinct from new.is_active
    or old.position is distinct from new.position
    or old.option_values is distinct from new.option_values
  ))
  execute function update_parent_of_changed_variant();
--> statement-breakpoint
create trigger products_variant_removed after delete on products for each row
  when (old.parent_id is not null)
  execute function update_parent_of_changed_variant();
--> statement-breakpoint
-- Cart reminders
create function wants_cart_reminders(customer uuid) returns boolean language plpgsql stable as $$
begin
  return (select cart_reminders from users where id = customer);
end
$$;
--> statement-breakpoint
create function record_cart_change() returns trigger language plpgsql as $$
begin
  insert into cart_changes (user_id, changed_at)
  select id, now() from users where id = coalesce(new.user_id, old.user_id) and cart_reminders
  on conflict (user_id) do update set changed_at = excluded.changed_at, decided_at = null;
  return null;
end
$$;
--> statement-breakpoint
create trigger cart_items_changed after insert or update on cart_items for each row
  when (wants_cart_reminders(new.user_id))
  execute function record_cart_change();
--> statement-breakpoint
create trigger cart_items_removed after delete on cart_items for each row
  when (wants_cart_reminders(old.user_id))
  execute function record_cart_change();
--> statement-breakpoint
-- A signed agreement is withdrawn once, and nothing else of it changes
create trigger creator_agreements_append_only before delete or truncate on creator_agreements for each statement
  execute function forbid_change();
--> statement-breakpoint
create function forbid_change_of_agreement() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'withdrawn_at' = to_jsonb(old) - 'withdrawn_at' and old.withdrawn_at is null then
    return new;
  end if;
  raise exception '% is append-only', TG_TABLE_NAME using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger creator_agreements_unchanged before update on creator_agreements for each row
  execute function forbid_change_of_agreement();
