import { isOfPunto, magnitudOf, type Punto } from '@acequia/contracts';
import { type ConditionValue, isDelay, unitOf, type Values, type YearDayValue } from './form-values.js';
import { et0Texts } from '../textos-et0.js';
import { texts } from '../textos.js';

const said = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' · ');
const yearDay = ({ mes, dia }: YearDayValue): string => `${dia ?? '?'} ${texts.months[Number(mes) - 1] ?? '?'}`;
const { sections: s } = texts;

/** "Humedad del suelo desde 28 %: omitir". */
const conditionOf = (condition: ConditionValue, puntos: readonly Punto[]): string => {
  const { tipo, punto_id, valor, horas, reducir_a } = condition;
  const { conditions } = texts;
  const does = conditions.does(reducir_a, isDelay(condition));
  if (tipo === 'pronostico_viento') return conditions.windText(valor);
  if (!isOfPunto(tipo)) return conditions.text(conditions.tipos[tipo].toLowerCase(), valor, unitOf(tipo), does);
  const punto = puntos.find(({ id }) => String(id) === punto_id);
  const { nombre, unidad } = punto ? magnitudOf(punto.magnitud) : { nombre: conditions.point, unidad: '' };
  return conditions.text(conditions.ofPunto(punto?.nombre ?? nombre, tipo, horas), valor, unidad, does);
};

/** Summary of the settings in each folded section of the form; '' = none are set. */
export const summariesOf = (values: Values, puntos: readonly Punto[] = []) => ({
  season: said(
    (values.temporada_desde.mes || values.temporada_hasta.mes) &&
      s.season(yearDay(values.temporada_desde), yearDay(values.temporada_hasta)),
    values.porcentajes.some(({ valor }) => valor !== null) &&
      s.percentages(values.porcentajes.map(({ valor }) => valor ?? 100).join(', ')),
  ),
  rhythm: said(
    values.pausa_s !== null && values.pausa_s > 0 && s.pause(values.pausa_s),
    values.remojo_max_min !== null && s.soak(values.remojo_max_min, values.remojo_pausa_min ?? 0),
  ),
  limits: said(
    values.ventana_desde !== '' && s.window(values.ventana_desde, values.ventana_hasta),
    values.valvulas !== null && s.valves(values.valvulas),
    values.caudal !== null && s.flow(values.caudal),
  ),
  conditions: values.omitir.map((condition) => conditionOf(condition, puntos)).join(' · '),
  et0: values.et0_de === 'no' ? '' : et0Texts.summary(et0Texts.sources[values.et0_de], values.et0_referencia),
  offline: said(
    texts.offline[values.sin_conexion],
    values.tarde_max_min !== null && values.tarde_max_min > 0 && s.late(values.tarde_max_min),
  ),
});
