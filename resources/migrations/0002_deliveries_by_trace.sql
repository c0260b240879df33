-- The map draws one trace: without this it would read every delivery to find it.
CREATE INDEX deliveries_trace ON deliveries (trace_id, accepted_at, id);
