import { DIALECTOS, NOMBRE_DIALECTO, type Dialecto, type Placa, type PlacaCredencial } from '@acequia/contracts';
import { Button, Flex, Input, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormField, Select } from '../../../../components/form/fields.js';
import { FailureNotice } from '../../../../components/form/form-dialog.js';
import { useEdit } from '../../../../components/form/use-edit.js';
import { readUsuario } from '../../../../lib/session.js';
import { usePlacaActions } from '../../api/placas.js';
import { texts } from '../../textos-first-steps.js';

const { register: t } = texts;

interface Props {
  empresaId: number;
  placas: readonly Placa[];
  chosen: Placa | undefined;
  onChoose: (numero: number) => void;
  onRegistered: (credential: PlacaCredencial) => void;
}

/** Registers the first board, or chooses among those that are there. */
export function RegisterStep({ empresaId, placas, chosen, onChoose, onRegistered }: Props) {
  const [another, setAnother] = useState(false);
  const registers = readUsuario()?.rol === 'admin_global';
  if (placas.length > 0 && !another)
    return (
      <Flex gap="3" align="end" wrap="wrap">
        <Flex w={{ base: 'full', sm: '24rem' }}>
          <FormField label={t.which}>
            <Select value={chosen?.id ?? ''} onChange={({ target }) => onChoose(Number(target.value))}>
              {placas.map(({ id, nombre, dialecto }) => (
                <option key={id} value={id}>
                  {[id, nombre, NOMBRE_DIALECTO[dialecto]].filter(Boolean).join(' · ')}
                </option>
              ))}
            </Select>
          </FormField>
        </Flex>
        {registers && (
          <Button variant="ghost" onClick={() => setAnother(true)}>
            {t.another}
          </Button>
        )}
      </Flex>
    );
  if (!registers) return <Text color="fg.muted">{t.operator}</Text>;
  return (
    <RegisterForm
      empresaId={empresaId}
      onRegistered={(credential) => {
        setAnother(false);
        onRegistered(credential);
      }}
    />
  );
}

function RegisterForm({ empresaId, onRegistered }: Pick<Props, 'empresaId' | 'onRegistered'>) {
  const form = useForm<{ dialecto: Dialecto; nombre: string }>({ defaultValues: { dialecto: 'acequia', nombre: '' } });
  const edit = useEdit(form);
  const actions = usePlacaActions();
  const submit = form.handleSubmit(async (values) => {
    let issued: PlacaCredencial[] = [];
    const task = async () => {
      issued = await actions.registerBoards({ empresa_id: empresaId, id: null, ...values });
    };
    if ((await edit.save(task, { failure: t.failure })) && issued[0]) onRegistered(issued[0]);
  });
  const { errors } = form.formState;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="3">
        <Flex gap="3" align="end" wrap="wrap">
          <Flex flex={{ base: '1 1 100%', sm: '0 1 14rem' }}>
            <FormField label={t.dialecto} error={errors.dialecto}>
              <Select {...form.register('dialecto')}>
                {DIALECTOS.map((dialecto) => (
                  <option key={dialecto} value={dialecto}>
                    {NOMBRE_DIALECTO[dialecto]}
                  </option>
                ))}
              </Select>
            </FormField>
          </Flex>
          <Flex flex={{ base: '1 1 100%', sm: '0 1 18rem' }}>
            <FormField label={t.nombre} error={errors.nombre}>
              <Input {...form.register('nombre')} maxLength={120} autoComplete="off" />
            </FormField>
          </Flex>
          <Button type="submit" colorPalette="campo" disabled={edit.busy}>
            {t.act}
          </Button>
        </Flex>
        {edit.failure && <FailureNotice failure={edit.failure} />}
      </Stack>
    </form>
  );
}
