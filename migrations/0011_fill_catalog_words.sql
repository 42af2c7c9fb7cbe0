CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
-- As `folded` of the catalogue's tables does it, cut where anything but a letter or a digit stands.
create function words_of(name text) returns setof text language sql immutable as $$
  select distinct word from regexp_split_to_table(
    translate(lower(name), 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy'), '[^[:alnum:]]+'
  ) as word where length(word) between 1 and 64
$$;
--> statement-breakpoint
-- In the order of the words: two who add the same ones at once wait for each other, and not each for the other.
create function note_added_words() returns trigger language plpgsql as $$
begin
  insert into catalog_words (word)
  select distinct word from added, words_of(added.name) as word order by word on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create function note_changed_words() returns trigger language plpgsql as $$
begin
  insert into catalog_words (word) select word from words_of(new.name) as word order by word on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger products_added_words after insert on products
  referencing new table as added for each statement execute function note_added_words();
--> statement-breakpoint
create trigger categories_added_words after insert on categories
  referencing new table as added for each statement execute function note_added_words();
--> statement-breakpoint
create trigger products_changed_words after update of name on products
  for each row when (old.name is distinct from new.name) execute function note_changed_words();
--> statement-breakpoint
create trigger categories_changed_words after update of name on categories
  for each row when (old.name is distinct from new.name) execute function note_changed_words();
--> statement-breakpoint
insert into catalog_words (word)
select distinct word from (select name from products union all select name from categories) as named, words_of(name) as word;
