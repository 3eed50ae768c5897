import { ESTADOS_COMANDO } from '@acequia/contracts';
import { SimpleGrid } from '@chakra-ui/react';
import { FormField, Select } from '../../../components/form/fields.js';
import { inSpanishOrder } from '../../../lib/spanish-order.js';
import type { Named } from '../api/names.js';
import { texts } from '../textos.js';

interface Props {
  switches: readonly Named[];
  dispositivos: readonly Named[];
  /** `switch-12`, `dispositivo-3` or ''. */
  what: string;
  estado: string;
  onSubject: (what: string) => void;
  onState: (estado: string) => void;
}

/** Filters by subject and state. */
export function FilterBar({ switches, dispositivos, what, estado, onSubject, onState }: Props) {
  return (
    <SimpleGrid as="section" aria-label={texts.filters} columns={{ base: 1, sm: 2 }} columnGap="4" rowGap="3">
      <FormField label={texts.what} inRow>
        <Select value={what} onChange={({ target }) => onSubject(target.value)}>
          <option value="">{texts.everything}</option>
          {switches.length > 0 && <optgroup label={texts.switches}>{options(switches, 'switch-')}</optgroup>}
          {dispositivos.length > 0 && (
            <optgroup label={texts.dispositivos}>{options(dispositivos, 'dispositivo-')}</optgroup>
          )}
        </Select>
      </FormField>
      <FormField label={texts.estado} inRow>
        <Select value={estado} onChange={({ target }) => onState(target.value)}>
          <option value="">{texts.everything}</option>
          {ESTADOS_COMANDO.map((one) => (
            <option key={one} value={one}>
              {texts.estados[one]}
            </option>
          ))}
        </Select>
      </FormField>
    </SimpleGrid>
  );
}

const options = (named: readonly Named[], prefix: string) =>
  inSpanishOrder(named, ({ nombre }) => nombre).map(({ id, nombre }) => (
    <option key={id} value={`${prefix}${id}`}>
      {nombre}
    </option>
  ));
