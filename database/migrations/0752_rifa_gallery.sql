-- Pictures of a rifa after its first one, in order, as [{"image": …, "alt": …}], and the link of a video.
alter table rifas
  add column gallery jsonb not null default '[]' check (jsonb_typeof(gallery) = 'array' and jsonb_array_length(gallery) <= 9),
  add column video text not null default '';
