/** Adds values to the 15-minute roll-up: `r` is the table, `excluded` the increment. */
const ADD_UP = `
  ON CONFLICT (placa_id, pin, ts) DO UPDATE SET
    n_temperatura = r.n_temperatura + excluded.n_temperatura,
    suma_temperatura = r.suma_temperatura + excluded.suma_temperatura,
    min_temperatura = least(r.min_temperatura, excluded.min_temperatura),
    max_temperatura = greatest(r.max_temperatura, excluded.max_temperatura),
    n_humedad = r.n_humedad + excluded.n_humedad,
    suma_humedad = r.suma_humedad + excluded.suma_humedad,
    min_humedad = least(r.min_humedad, excluded.min_humedad),
    max_humedad = greatest(r.max_humedad, excluded.max_humedad)`;

/** The roll-up of rows with the columns of `lecturas`, sorted by key. */
export const group = (rows: string): string => `
  SELECT placa_id, pin, date_bin('15 minutes', ts, 'epoch') AS ts,
         count(temperatura)::integer AS n_temperatura, coalesce(sum(temperatura), 0)::bigint AS suma_temperatura,
         min(temperatura) AS min_temperatura, max(temperatura) AS max_temperatura,
         count(humedad)::integer AS n_humedad, coalesce(sum(humedad), 0)::bigint AS suma_humedad,
         min(humedad) AS min_humedad, max(humedad) AS max_humedad
    FROM ${rows}
   GROUP BY 1, 2, 3
   ORDER BY 1, 2, 3`;

/** Adds the increments of quarters, one array per column. */
export const ADD_UP_SPANS = `
  INSERT INTO lecturas_15m AS r
  SELECT * FROM unnest($1::integer[], $2::smallint[], $3::timestamptz[],
                       $4::integer[], $5::bigint[], $6::smallint[], $7::smallint[],
                       $8::integer[], $9::bigint[], $10::smallint[], $11::smallint[])
  ${ADD_UP}`;

/** Stores readings that may already be stored, and adds exactly the new ones to the roll-up, in one statement. */
export const INSERT_LATE_LECTURAS = `
  WITH nuevas AS (
    INSERT INTO lecturas
    SELECT * FROM unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::smallint[], $5::smallint[])
    ON CONFLICT DO NOTHING
    RETURNING placa_id, pin, ts, temperatura, humedad
  )
  INSERT INTO lecturas_15m AS r
  ${group('nuevas')}
  ${ADD_UP}`;
