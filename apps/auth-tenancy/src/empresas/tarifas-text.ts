import {
  DIAS_TARIFA,
  NOMBRES_DIA_TARIFA,
  type Tarifas,
  type TarifaRegla,
  type TarifaVersion,
} from '@acequia/contracts';

const daysText = (dias: TarifaRegla['dias']): string => {
  if (dias.length === DIAS_TARIFA.length) return 'todos los días';
  return DIAS_TARIFA.filter((dia) => dias.includes(dia))
    .map((dia) => NOMBRES_DIA_TARIFA[dia])
    .join(', ');
};

const ruleText = ({ dias, desde, hasta, temporada }: TarifaRegla): string =>
  `${daysText(dias)} de ${desde} a ${hasta} h${temporada ? ` del ${temporada.desde} al ${temporada.hasta}` : ''}`;

const versionText = ({ desde, periodos, reglas, festivos }: TarifaVersion): string => {
  const each = periodos.map(({ nombre, precio, demanda_kw = 0 }) => {
    const rules = reglas.filter(({ periodo }) => periodo === nombre).map(ruleText);
    const demand = demanda_kw === 0 ? '' : `, ${demanda_kw} kW contratados`;
    return `${nombre} $${precio}${demand}${rules.length === 0 ? '' : ` (${rules.join('; ')})`}`;
  });
  const holidays = festivos.length === 0 ? '' : `. Festivos: ${festivos.join(', ')}`;
  return `desde ${desde}: ${each.join(', ')}${holidays}`;
};

/** Every price, rule and holiday of a calendar, for the trail. */
export const tarifasText = ({ versiones }: Tarifas): string => versiones.map(versionText).join('. ');
