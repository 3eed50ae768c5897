import { Box } from '@chakra-ui/react';
import { FormField, Options, Select } from '../../components/form/fields.js';
import { useAddress } from '../../lib/address.js';
import { neverCame } from '../../lib/http/query-client.js';
import { readUsuario } from '../../lib/session.js';
import { oneOf, useEmpresaOptions } from './empresa-options.js';

const LABEL = 'Selecciona una empresa';

/** The company of a screen that shows one: from the address, otherwise the first. */
export function useEmpresaChoice() {
  const selection = useEmpresaOptions();
  const { data: empresas = [], isSuccess } = selection;
  const { params, change } = useAddress();
  const empresa = oneOf(empresas, params.get('empresa'));
  return {
    empresas,
    empresaId: empresa?.id ?? null,
    failure: neverCame(selection),
    /** The list was read and is empty. */
    none: isSuccess && !empresa,
    choose: (id: string) => change({ empresa: id, pagina: '' }, true),
  };
}

/** Rendered for an admin_global only: others have one company. */
export function EmpresaSelect({ choice }: { choice: ReturnType<typeof useEmpresaChoice> }) {
  const { empresas, empresaId, choose } = choice;
  if (readUsuario()?.rol !== 'admin_global') return null;
  return (
    <Box maxW={{ sm: '22rem' }}>
      <FormField label={LABEL} disabled={empresas.length === 0}>
        <Select value={empresaId ?? ''} onChange={({ target }) => choose(target.value)}>
          <Options from={empresas} />
        </Select>
      </FormField>
    </Box>
  );
}
