import { useAddress } from '../../lib/address.js';
import { neverCame } from '../../lib/http/query-client.js';
import { oneOf, useEmpresaOptions } from './empresa-options.js';

/** The company of a screen that shows one: the one chosen in the frame, otherwise the first. */
export function useChosenEmpresa() {
  const selection = useEmpresaOptions();
  const { params } = useAddress();
  const empresa = oneOf(selection.data, params.get('empresa'));
  return {
    selection,
    empresa,
    empresaId: empresa?.id ?? null,
    failure: neverCame(selection),
    /** The list was read and is empty. */
    none: selection.isSuccess && !empresa,
  };
}
