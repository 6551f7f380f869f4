-- Codes are ASCII, and two are the same in any case of their letters: by the rule of no locale, because `upper('i')` is not `I` in a Turkish database.
drop index codes_code;
create unique index codes_code on codes (program_id, (upper(code collate "C")));
