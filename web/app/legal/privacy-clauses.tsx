import { INTERACTION_RETENTION_DAYS } from '@mare/domain/personalization/interactions.ts';
import { PrivacyContact } from './privacy-contact.tsx';
import { type LegalClause, Points } from './legal-document.tsx';

export const privacyClauses: LegalClause[] = [
  {
    id: 'dados-coletados',
    title: 'Dados que coletamos',
    content: (
      <Points>
        <li>
          <strong>Da sua conta:</strong> nome, e-mail, telefone, cidade, data de nascimento e, se você
          informar, CPF. O que você digita pela primeira vez ao comprar fica na sua conta, para não precisar
          digitar de novo; em Minha Conta você muda ou apaga quando quiser.
        </li>
        <li>
          <strong>Das suas compras:</strong> rifas, números, valores, situação do pagamento e, quando
          informados, CPF e endereço. Não vemos nem guardamos os dados da sua conta bancária.
        </li>
        <li>
          <strong>Do seu atendimento:</strong> as mensagens que você nos envia.
        </li>
        <li>
          <strong>Do seu acesso:</strong> endereço IP, navegador e horários, para proteger a sua conta.
        </li>
      </Points>
    ),
  },
  {
    id: 'uso',
    title: 'Para que usamos',
    content: (
      <Points>
        <li>Reservar números, confirmar pagamentos e entregar prêmios: é o contrato que temos com você.</li>
        <li>Verificar idade e cidade, e manter os registros que a lei exige de quem faz sorteios.</li>
        <li>Prevenir fraudes e proteger contas, por legítimo interesse.</li>
        <li>
          Enviar novidades e promoções, só com o seu consentimento, que pode ser retirado a qualquer momento.
        </li>
      </Points>
    ),
  },
  {
    id: 'compartilhamento',
    title: 'Com quem compartilhamos',
    content: (
      <>
        <p>Não vendemos os seus dados. Compartilhamos apenas o necessário com:</p>
        <Points>
          <li>o provedor de pagamentos, para gerar e confirmar o Pix;</li>
          <li>
            os serviços que enviam os nossos e-mails e hospedam o site, que seguem as nossas instruções;
          </li>
          <li>o parceiro que presta o serviço sorteado, quando você ganha;</li>
          <li>autoridades, quando a lei obriga.</li>
        </Points>
        <p>
          Nas páginas públicas, quem ganha aparece apenas com o primeiro nome e a inicial do sobrenome, como
          em “Maria S.”. Nunca mostramos e-mail, telefone ou CPF.
        </p>
      </>
    ),
  },
  {
    id: 'direitos',
    title: 'Os seus direitos',
    content: (
      <>
        <p>A Lei Geral de Proteção de Dados (Lei 13.709/2018) garante a você, de graça e a qualquer tempo:</p>
        <Points>
          <li>confirmar que tratamos os seus dados e receber uma cópia deles;</li>
          <li>corrigir dados incompletos, errados ou desatualizados;</li>
          <li>pedir anonimização, bloqueio ou eliminação do que for desnecessário;</li>
          <li>levar os seus dados para outro serviço;</li>
          <li>saber com quem compartilhamos e retirar um consentimento dado;</li>
          <li>reclamar à Autoridade Nacional de Proteção de Dados (ANPD).</li>
        </Points>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies e armazenamento local',
    content: (
      <p>
        Usamos o armazenamento do seu navegador para manter a sua sessão, o carrinho, o tema escolhido e, até
        você fechar a aba, o que estava digitando na compra. Só com o seu sim medimos quais páginas e rifas
        você vê e lembramos você do que ficou no carrinho; mude de ideia quando quiser em “Escolhas de
        privacidade”, no rodapé, ou em Minha Conta. O que foi medido é apagado em {INTERACTION_RETENTION_DAYS}{' '}
        dias. Não usamos cookies de publicidade de terceiros. Quem chega pelo link de um afiliado recebe um
        cookie que dura 30 dias e serve só para atribuir a comissão. Você pode apagar tudo isso nas
        configurações do navegador; o carrinho e a sessão se perdem junto.
      </p>
    ),
  },
  {
    id: 'retencao',
    title: 'Por quanto tempo guardamos',
    content: (
      <>
        <p>
          Guardamos os dados da conta enquanto ela existir. Registros de compras, sorteios e prêmios ficam
          pelo prazo que a lei fiscal e a de defesa do consumidor exigem. Um carrinho sem compra vale por 30
          dias e é apagado 60 dias depois; os registros de quando e de onde você entrou na conta, em um ano.
        </p>
        <p>
          Quando você exclui a conta, o que a lei e a conferência dos sorteios obrigam a manter fica sem o seu
          nome, ligado apenas a um código.
        </p>
      </>
    ),
  },
  {
    id: 'seguranca',
    title: 'Como protegemos',
    content: (
      <p>
        Toda a comunicação com o site é cifrada, as senhas são guardadas de modo que nem nós as conhecemos, e
        o acesso interno a dados pessoais é restrito e registrado. Se houver um incidente que ponha você em
        risco, avisaremos você e a ANPD.
      </p>
    ),
  },
  {
    id: 'contato',
    title: 'Contato',
    content: (
      <p>
        Para exercer um direito ou tirar uma dúvida sobre os seus dados, <PrivacyContact />. Respondemos em
        até 15 dias.
      </p>
    ),
  },
];
