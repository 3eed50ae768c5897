import { NoRegarSave } from '@acequia/contracts';
import { Flex, Input, SimpleGrid, Text } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { DateInput } from '../../../components/form/date-input.js';
import { FormField, Select } from '../../../components/form/fields.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { REQUIRED } from '../../../components/form/textos.js';
import { inSpanishOrder } from '../../../lib/spanish-order.js';
import { usePlacas } from '../../../entities/placa/placas.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { instantOf, localOf } from '../../../lib/time/zone.js';
import { isUnread } from '../../../lib/http/query-client.js';
import { useProgramaActions } from '../api/programas.js';
import { texts } from '../textos.js';

const { holdOff } = texts;
const A_DAY_MS = 86_400_000;

interface Props {
  empresaId: number;
  timeZone: string;
  onClose: () => void;
}

/** «No regar hasta…»: until then no program of the company, or of one of its sites, starts. */
export function NoRegarDialog({ empresaId, timeZone, onClose }: Props) {
  const form = useForm({
    defaultValues: { sitio: '', hasta: localOf(serverNow() + A_DAY_MS, timeZone), motivo: '' },
  });
  const edit = useEdit(form);
  const actions = useProgramaActions();
  const placas = usePlacas();
  const { register, control, formState } = form;
  const sitio = useWatch({ control, name: 'sitio' });
  const sites = inSpanishOrder(
    [...new Set(placas.data?.filter(({ empresa_id }) => empresa_id === empresaId).map((placa) => placa.sitio))].filter(
      (each) => each !== '',
    ),
    (each) => each,
  );
  const submit = form.handleSubmit(async ({ sitio: where, hasta, motivo }) => {
    const until = instantOf(hasta, timeZone);
    if (until === null) form.setError('hasta', { message: REQUIRED });
    else if (until <= serverNow()) form.setError('hasta', { message: holdOff.past });
    if (motivo.trim() === '') form.setError('motivo', { message: REQUIRED });
    const { data } = NoRegarSave.safeParse({
      empresa_id: empresaId,
      hasta: until,
      motivo,
      ...(where !== '' && { sitio: where }),
    });
    if (!data || data.hasta <= serverNow()) return;
    if (await edit.save(() => actions.holdOff(data), holdOff)) onClose();
  });
  return (
    <FormDialog title={holdOff.title} width={560} onClose={onClose} onSave={submit} edit={edit}>
      <Flex direction="column" gap="4">
        <Text color="fg.muted">{holdOff.help}</Text>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
          <FormField
            label={holdOff.where}
            help={isUnread(placas) ? holdOff.sitesUnread : placas.data && sites.length === 0 && holdOff.noSites}
          >
            <Select {...register('sitio')}>
              <option value="">{holdOff.everywhere}</option>
              {sites.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </Select>
          </FormField>
          <FormField label={holdOff.until} error={formState.errors.hasta} required>
            <DateInput type="datetime-local" {...register('hasta')} />
          </FormField>
        </SimpleGrid>
        <FormField label={holdOff.why} error={formState.errors.motivo} required>
          <Input maxLength={200} autoComplete="off" placeholder={holdOff.example} {...register('motivo')} />
        </FormField>
        <Text color="fg.muted">{sitio === '' ? holdOff.effect : holdOff.effectOfSite(sitio)}</Text>
      </Flex>
    </FormDialog>
  );
}
