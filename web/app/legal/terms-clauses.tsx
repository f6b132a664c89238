import { Link } from 'react-router';
import { links } from '../links.ts';
import { AffiliateRate } from '../document/commission-terms.tsx';
import { ShopName } from '../document/site-facts.ts';
import { type LegalClause, Points } from './legal-document.tsx';

/** Terms of use (spec: community, section 2). */
export const termsClauses: LegalClause[] = [
  {
    id: 'aceitacao',
    title: 'Aceitação destes termos',
    content: (
      <>
        <p>
          Ao criar uma conta, comprar uma cota ou participar do programa de afiliados da <ShopName />, você
          declara que leu e aceita estes termos e a nossa{' '}
          <Link to={links.privacy()} className="text-link">
            Política de Privacidade
          </Link>
          . Se não concordar com algum ponto, não use o serviço.
        </p>
        <p>
          Cada rifa tem ainda o seu próprio regulamento, publicado na página dela. No que for específico
          daquela rifa, vale o regulamento.
        </p>
      </>
    ),
  },
  {
    id: 'quem-pode-participar',
    title: 'Quem pode participar',
    content: (
      <>
        <p>O serviço é destinado a pessoas com 18 anos ou mais. Ao participar, você confirma que:</p>
        <Points>
          <li>tem 18 anos completos e capacidade para contratar;</li>
          <li>mora em uma das cidades atendidas pela rifa em que participa;</li>
          <li>informou dados verdadeiros e os mantém atualizados.</li>
        </Points>
        <p>
          Podemos pedir um documento para confirmar idade, identidade e residência antes de entregar um
          prêmio.
        </p>
      </>
    ),
  },
  {
    id: 'conta',
    title: 'Uma conta por pessoa',
    content: (
      <p>
        Cada pessoa pode ter apenas uma conta. A conta é pessoal e não pode ser emprestada, vendida ou
        transferida. Você é responsável por guardar a sua senha e pelo que for feito com ela. Contas
        duplicadas ou com dados falsos podem ser encerradas.
      </p>
    ),
  },
  {
    id: 'reserva',
    title: 'Reserva dos números',
    content: (
      <>
        <p>
          Os números são atribuídos ao acaso entre os que estão livres. Quando o pedido é criado, eles ficam
          reservados para você por 15 minutos. Números apenas no carrinho não estão reservados.
        </p>
        <p>
          Se o pagamento não for confirmado nesse prazo, a reserva termina e os números voltam à venda. Um
          pagamento que chegue depois garante os mesmos números se todos ainda estiverem livres e as vendas
          abertas; caso contrário, o valor é devolvido por inteiro.
        </p>
      </>
    ),
  },
  {
    id: 'pagamento',
    title: 'Preço e pagamento',
    content: (
      <p>
        O pagamento é feito por Pix, por meio de um provedor de pagamentos autorizado. O preço mostrado no
        resumo do pedido é o preço final, sem taxa de processamento. A participação só vale depois que o
        provedor confirma o pagamento, o que costuma acontecer em segundos.
      </p>
    ),
  },
  {
    id: 'devolucao',
    title: 'Desistência e devolução',
    content: (
      <>
        <p>
          As cotas pagas não são reembolsáveis, exceto nos casos previstos em lei. Entre eles está o direito
          de arrependimento nas compras pela internet: você pode desistir em até 7 dias da compra, desde que a
          lista de números daquele sorteio ainda não tenha sido fechada.
        </p>
        <p>
          Nas rifas com cotas premiadas, o pagamento revela na hora se as suas cotas têm prêmio. Depois de
          reveladas, elas não podem mais ser devolvidas por desistência.
        </p>
        <p>
          Se uma rifa for cancelada, todas as pessoas que compraram recebem de volta o valor integral das
          cotas dela, pelo mesmo meio de pagamento e sem precisar pedir. O que o mesmo pedido tem de outras
          rifas continua valendo, e quem já achou uma cota premiada fica com ela e com o prêmio.
        </p>
      </>
    ),
  },
  {
    id: 'sorteio',
    title: 'Sorteio',
    content: (
      <p>
        O ganhador é definido pelos resultados da Loteria Federal, na extração e pela regra publicadas na
        rifa. Antes da extração, a lista de números vendidos é fechada. O resultado fica disponível em{' '}
        <Link to={links.results()} className="text-link">
          Resultados
        </Link>
        . Se a loteria mudar o dia, o número da extração publicada continua valendo por até sete dias; se ela
        pular esse número ou não publicar os cinco prêmios, vale a extração seguinte.
      </p>
    ),
  },
  {
    id: 'premios',
    title: 'Entrega dos prêmios',
    content: (
      <>
        <p>
          Quem ganha é avisado por e-mail e na própria conta e tem 30 dias, contados do sorteio, para resgatar
          o prêmio, salvo outro prazo dito na página da rifa. Nas promoções autorizadas pela SPA/MF são 180
          dias; depois deles o prêmio prescreve, e o seu valor é recolhido ao Tesouro Nacional como renda da
          União (Decreto 70.951/1972, artigo 6º). Nas outras, o prêmio não pedido segue o destino que o
          regulamento da rifa indicar.
        </p>
        <p>
          Prêmios em serviços são usados nas cidades indicadas e dentro da validade do voucher. O prêmio não
          pode ser trocado por dinheiro, a não ser que o regulamento permita.
        </p>
      </>
    ),
  },
  {
    id: 'revenda',
    title: 'Proibição de revenda',
    content: (
      <p>
        É proibido revender números, no todo ou em parte, por qualquer preço e em qualquer lugar. Números
        revendidos podem ser cancelados, com devolução do valor pago a quem os comprou de nós.
      </p>
    ),
  },
  {
    id: 'conduta',
    title: 'Uso correto do serviço',
    content: (
      <>
        <p>Não é permitido:</p>
        <Points>
          <li>usar robôs ou programas para comprar, reservar ou consultar números em massa;</li>
          <li>tentar acessar contas ou dados de outras pessoas;</li>
          <li>contestar um pagamento legítimo junto ao banco;</li>
          <li>
            usar o nome da <ShopName /> para vender rifas fora deste site.
          </li>
        </Points>
      </>
    ),
  },
  {
    id: 'afiliados',
    title: 'Regras para afiliados',
    content: (
      <Points>
        <li>
          A comissão é de <AffiliateRate /> sobre as vendas confirmadas de quem chegou pelo seu link, dentro
          de 30 dias do clique. Se ela mudar, avisamos por e-mail, e as vendas já pagas continuam com a de
          antes.
        </li>
        <li>
          O pagamento é feito por Pix, no dia 15 de cada mês, a partir de R$&nbsp;50,00, sobre as vendas
          confirmadas nos últimos 30 dias.
        </li>
        <li>Compras com o próprio link e vendas devolvidas não geram comissão.</li>
        <li>
          A divulgação deve ser verdadeira, identificada como publicidade, nunca dirigida a menores de 18 anos
          e sem mensagens em massa não solicitadas. O descumprimento encerra a conta de afiliado.
        </li>
      </Points>
    ),
  },
  {
    id: 'responsabilidade',
    title: 'Jogue com responsabilidade',
    content: (
      <p>
        Rifa é diversão, não é renda nem investimento. Compre apenas o que não fará falta. Em Minha Conta você
        pode limitar os seus gastos, fazer uma pausa ou se afastar:{' '}
        <Link to={links.responsiblePlay()} className="text-link">
          Jogo Responsável
        </Link>{' '}
        explica como.
      </p>
    ),
  },
  {
    id: 'mudancas',
    title: 'Mudanças e foro',
    content: (
      <p>
        Podemos atualizar estes termos; mudanças relevantes são avisadas por e-mail e nunca valem para pedidos
        já feitos. Aplica-se a lei brasileira, e você pode sempre recorrer ao foro do seu domicílio.
      </p>
    ),
  },
];
