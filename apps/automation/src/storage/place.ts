/** A turn's place in a list: by start, then by id. */
export interface Place {
  /** ms. */
  inicio: number;
  turno_id: string;
}

export const byStart = (a: Place, b: Place): number =>
  a.inicio - b.inicio || (a.turno_id < b.turno_id ? -1 : Number(a.turno_id > b.turno_id));

/** Of a cursor `<inicio>.<turno_id>`. */
export const placeOf = (cursor: string): Place => {
  const [inicio = '', turno_id = ''] = cursor.split('.');
  return { inicio: Number(inicio), turno_id };
};
