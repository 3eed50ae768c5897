import type { EmpresaOption, Placa } from '@acequia/contracts';
import { Input, SimpleGrid } from '@chakra-ui/react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormField, asNumber } from '../../../components/form/fields.js';
import { readUsuario } from '../../../lib/session.js';
import { count, newSingle, MAX_SWITCHES, newPair, type PanelForm } from '../lib/panel-form.js';
import { texts } from '../textos.js';

const { fields } = texts;
const PLACA_LIST = 'placas-de-la-empresa';

interface Props {
  empresa: EmpresaOption;
  placas: readonly Placa[] | undefined;
  /** One switch is edited, so the counts are hidden. */
  editing: boolean;
}

/** Company, board, site, and the number of blocks (SWI-4). */
export function PanelHeading({ empresa, placas, editing }: Props) {
  const { register, control, getValues, setValue, formState } = useFormContext<PanelForm>();
  const { errors } = formState;
  const placa = useWatch({ control, name: 'dispositivo_id' });

  /** Creates blocks before they are drawn. Blocks beyond the count stay, so that their input is not lost. */
  const ensureBlocks = (list: 'pairs' | 'singles', text: string) => {
    const sitio = getValues('sitio');
    const wanted = Math.min(count(text), MAX_SWITCHES);
    const missing = wanted - getValues(list).length;
    if (missing <= 0) return;
    if (list === 'pairs')
      setValue('pairs', [...getValues('pairs'), ...Array.from({ length: missing }, () => newPair(sitio))]);
    else setValue('singles', [...getValues('singles'), ...Array.from({ length: missing }, () => newSingle(sitio))]);
  };
  /** Updates the site of blocks whose site was not edited. */
  const spreadSite = (fresh: string) => {
    const previous = getValues('sitio');
    for (const list of ['pairs', 'singles'] as const)
      getValues(list).forEach(({ zona }, i) => {
        if (zona === '' || zona === previous) setValue(`${list}.${i}.zona`, fresh, { shouldDirty: true });
      });
  };
  const countField = (nombre: 'n_pairs' | 'n_singles', list: 'pairs' | 'singles') => {
    const { onChange, ...rest } = register(nombre);
    return (
      <Input
        {...rest}
        type="number"
        min="0"
        max={MAX_SWITCHES}
        step="1"
        inputMode="numeric"
        disabled={editing}
        onChange={(event) => {
          ensureBlocks(list, event.target.value);
          void onChange(event);
        }}
      />
    );
  };
  const sitio = register('sitio');

  return (
    <SimpleGrid columns={{ base: 1, sm: 2, md: 3 }} gap="4" alignItems="start">
      <FormField label={fields.empresa}>
        <Input value={empresa.nombre} disabled readOnly />
      </FormField>
      <FormField
        label={fields.dispositivo}
        error={errors.dispositivo_id}
        required
        help={placas && placa ? placaNote(placas, empresa.id, placa) : null}
      >
        <Input
          {...register('dispositivo_id', asNumber)}
          type="number"
          min="1"
          step="1"
          inputMode="numeric"
          list={PLACA_LIST}
          autoComplete="off"
        />
        <datalist id={PLACA_LIST}>
          {placas
            ?.filter(({ empresa_id }) => empresa_id === empresa.id)
            .map(({ id, nombre }) => (
              <option key={id} value={id} label={nombre || undefined} />
            ))}
        </datalist>
      </FormField>
      <FormField label={fields.sitio}>
        <Input
          {...sitio}
          autoComplete="off"
          onChange={(event) => {
            spreadSite(event.target.value);
            void sitio.onChange(event);
          }}
        />
      </FormField>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="end" gridColumn={{ sm: '1 / -1' }}>
        <FormField label={fields.pairs} error={errors.n_pairs}>
          {countField('n_pairs', 'pairs')}
        </FormField>
        <FormField label={fields.singles} error={errors.n_singles}>
          {countField('n_singles', 'singles')}
        </FormField>
      </SimpleGrid>
    </SimpleGrid>
  );
}

function placaNote(placas: readonly Placa[], empresaId: number, numero: number): string {
  const placa = placas.find(({ id }) => id === numero);
  if (placa?.empresa_id === empresaId) return texts.placa.conocida(placa.switches);
  if (readUsuario()?.rol !== 'admin_global') return texts.placa.foreignOne;
  // An admin_global registers a board by typing its number (DEC-5); the server refuses a board of another company.
  return placa ? texts.placa.ofAnother : texts.placa.nueva;
}
