/** SQL: the order `o` of a person (`ordenes_de_personas`) is to the switch or device of the turn `t`. */
export const ORDER_OF_TURN = `(o.entidad = 'switch' AND o.entidad_id = t.switch_id
  OR o.entidad = 'dispositivo' AND o.entidad_id = t.dispositivo_id)`;
