import type { Wording } from './words.ts'

export const ja: Wording = {
  texts: {
    invoice: {
      subject: '請求書 {number}({company})',
      message:
        '{customer} 様\n\nいつもお世話になっております。請求書 {number}(金額 {amount})をお送りします。{due_date} までにお支払いくださいますようお願いいたします。\n\nご不明な点がございましたら、このメールにご返信ください。\n\nよろしくお願いいたします。\n{company}',
    },
    quote: {
      subject: '見積書 {number}({company})',
      message:
        '{customer} 様\n\nお問い合わせいただきありがとうございます。見積書 {number}(金額 {amount})をお送りします。有効期限は {due_date} です。\n\nご不明な点がございましたら、このメールにご返信ください。\n\nよろしくお願いいたします。\n{company}',
    },
    credit_note: {
      subject: '返金通知書 {number}({company})',
      message:
        '{customer} 様\n\nいつもお世話になっております。返金通知書 {number}(金額 {amount})をお送りします。\n\nよろしくお願いいたします。\n{company}',
    },
    reminder: {
      subject: '【お支払いのご確認】請求書 {number}',
      message:
        '{customer} 様\n\nいつもお世話になっております。請求書 {number} はお支払期限が {due_date} でしたが、{amount} のお支払いがまだ確認できておりません。数日中にお支払いくださいますようお願いいたします。\n\nすでにお支払い済みの場合は、このメールにご対応いただく必要はございません。\n\nよろしくお願いいたします。\n{company}',
    },
    thanks: {
      subject: '請求書 {number} のお支払いを確認しました',
      message:
        '{customer} 様\n\n請求書 {number} について {amount} のお支払いを確認いたしました。ありがとうございます。\n\n今後ともよろしくお願いいたします。\n{company}',
    },
    statement: {
      subject: '取引明細書のお知らせ（{company}）',
      message:
        '{customer} 様\n\n取引明細書（{period}）をお送りいたします。\n\n残高：{amount}\n\nご不明な点がございましたら、このメールにご返信ください。\n\n今後ともよろしくお願いいたします。\n{company}',
    },
  },
  early_reminder: {
    subject: '【お支払期限のお知らせ】請求書 {number}',
    message:
      '{customer} 様\n\nいつもお世話になっております。請求書 {number} のお支払期限は {due_date} です。{amount} のお支払いがまだ確認できておりません。期限までにお支払いくださいますようお願いいたします。\n\nすでにお支払い済みの場合は、このメールにご対応いただく必要はございません。\n\nよろしくお願いいたします。\n{company}',
  },
  names: { invoice: '請求書', quote: '見積書', credit_note: '返金通知書', customer: '取引明細書' },
  amount: '金額',
  balance: '残高',
  due_date: 'お支払期限',
  valid_until: '有効期限',
  view: 'オンラインで見る',
}
