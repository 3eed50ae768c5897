import { ESTADOS_COMANDO } from '@acequia/contracts';
import { SimpleGrid } from '@chakra-ui/react';
import { Campo, Selector } from '../../../components/form/fields.js';
import { inSpanishOrder } from '../../../lib/spanish-order.js';
import type { Nombrado } from '../api/names.js';
import { textos } from '../textos.js';

interface Props {
  /** Companies to choose from; undefined where there is no choice. */
  empresas: readonly Nombrado[] | undefined;
  empresa: number | null;
  switches: readonly Nombrado[];
  dispositivos: readonly Nombrado[];
  /** `switch-12`, `dispositivo-3` or ''. */
  que: string;
  estado: string;
  onEmpresa: (id: string) => void;
  onQue: (que: string) => void;
  onEstado: (estado: string) => void;
}

/** Whose commands, to what, and how they ended. */
export function BarraDeFiltros(props: Props) {
  const { empresas, empresa, switches, dispositivos, que, estado, onEmpresa, onQue, onEstado } = props;
  return (
    <SimpleGrid as="section" aria-label={textos.filtros} columns={{ base: 1, sm: 2, lg: empresas ? 3 : 2 }} gap="3">
      {empresas && (
        <Campo etiqueta={textos.empresa} deshabilitado={empresas.length === 0}>
          <Selector value={empresa ?? ''} onChange={({ target }) => onEmpresa(target.value)}>
            {opciones(empresas, '')}
          </Selector>
        </Campo>
      )}
      <Campo etiqueta={textos.que}>
        <Selector value={que} onChange={({ target }) => onQue(target.value)}>
          <option value="">{textos.todos}</option>
          {switches.length > 0 && <optgroup label={textos.switches}>{opciones(switches, 'switch-')}</optgroup>}
          {dispositivos.length > 0 && (
            <optgroup label={textos.dispositivos}>{opciones(dispositivos, 'dispositivo-')}</optgroup>
          )}
        </Selector>
      </Campo>
      <Campo etiqueta={textos.estado}>
        <Selector value={estado} onChange={({ target }) => onEstado(target.value)}>
          <option value="">{textos.todos}</option>
          {ESTADOS_COMANDO.map((uno) => (
            <option key={uno} value={uno}>
              {textos.estados[uno]}
            </option>
          ))}
        </Selector>
      </Campo>
    </SimpleGrid>
  );
}

const opciones = (nombrados: readonly Nombrado[], prefijo: string) =>
  inSpanishOrder(nombrados, ({ nombre }) => nombre).map(({ id, nombre }) => (
    <option key={id} value={`${prefijo}${id}`}>
      {nombre}
    </option>
  ));
